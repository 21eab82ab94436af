import type { ServiceField } from "./service.ts";

export const clusterFields: Readonly<Record<string, ServiceField>> = {
  index: {
    label: "Index",
    help: "a name, or several with commas or *",
    isRequired: true,
  },
  "fields.title": { label: "Field of the title", help: "empty means title" },
  "fields.text": { label: "Field of the text", help: "empty means text" },
  "fields.url": { label: "Field of the address (optional)" },
  "fields.vector": {
    label: "Field of the vectors (optional)",
    help: "of this page's encoder; npm run index writes them",
  },
  mode: {
    label: "Search",
    help: "Without a field of vectors, by words alone.",
    choices: [
      { value: "both", label: "by words and meaning" },
      { value: "words", label: "by words (BM25)" },
      { value: "meaning", label: "by meaning (kNN)" },
    ],
  },
  visibility: {
    label: "What the index holds",
    help: "Private passages are sent to no other server, unless Privacy allows that.",
    choices: [
      { value: "private", label: "is private" },
      { value: "public", label: "is public: anyone may read it" },
    ],
  },
};
