import { defineSearchService } from "./service.ts";

export const wikipedia = defineSearchService({
  id: "wikipedia",
  title: "Wikipedia",
  choice: "Wikipedia, or another MediaWiki",
  address: "https://en.wikipedia.org",
  usdPerThousand: 0,
  key: "none",
  load: () => import("./wikipedia-search.ts"),
});
