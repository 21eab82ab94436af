import { defineSearchService } from "./service.ts";

export const googlePse = defineSearchService({
  id: "google-pse",
  title: "Google Programmable Search",
  address: "https://customsearch.googleapis.com/customsearch/v1",
  usdPerThousand: 5,
  key: "required",
  fields: { cx: { label: "Search engine id (cx)", isRequired: true } },
  load: () => import("./google-pse-search.ts"),
});
