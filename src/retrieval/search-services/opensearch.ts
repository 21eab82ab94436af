import { clusterFields } from "./cluster-fields.ts";
import { defineSearchService } from "./service.ts";

export const opensearch = defineSearchService({
  id: "opensearch",
  title: "OpenSearch",
  address: "",
  usdPerThousand: 0,
  key: "optional",
  fields: clusterFields,
  load: () => import("./opensearch-search.ts"),
});
