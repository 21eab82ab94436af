import { clusterFields } from "./cluster-fields.ts";
import { defineSearchService } from "./service.ts";

export const elasticsearch = defineSearchService({
  id: "elasticsearch",
  title: "Elasticsearch",
  address: "",
  usdPerThousand: 0,
  key: "optional",
  fields: clusterFields,
  load: () => import("./elasticsearch-search.ts"),
});
