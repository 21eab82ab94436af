import { defineSearchService } from "./service.ts";

export const searxng = defineSearchService({
  id: "searxng",
  title: "SearXNG",
  address: "",
  usdPerThousand: 0,
  key: "none",
  load: () => import("./searxng-search.ts"),
});
