import { defineSearchService } from "./service.ts";

export const brave = defineSearchService({
  id: "brave",
  title: "Brave Search",
  address: "https://api.search.brave.com/res/v1/web/search",
  usdPerThousand: null,
  key: "required",
  load: () => import("./brave-search.ts"),
});
