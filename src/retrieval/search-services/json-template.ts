import { defineSearchService } from "./service.ts";

export const jsonTemplate = defineSearchService({
  id: "json-template",
  title: "JSON search",
  choice: "Any JSON search",
  address: "",
  isTemplate: true,
  usdPerThousand: null,
  key: "optional",
  fields: {
    "paths.list": {
      label: "Results are at",
      help: "names and places, as in web.results or items[0]",
      isRequired: true,
    },
    "paths.title": { label: "Title of a result", isRequired: true },
    "paths.text": { label: "Text of a result", isRequired: true },
    "paths.url": { label: "Address of a result (optional)" },
    "header.name": { label: "Header for the key (optional)" },
    "header.value": { label: "Its value, with {key}", keyPlace: "the header's value" },
  },
  load: () => import("./json-template-search.ts"),
});
