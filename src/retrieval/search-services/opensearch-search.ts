import { clusterParts } from "./cluster-search.ts";

export const parts = clusterParts({
  about:
    "An index of your own, searched where it lies. As key, name:password or a token; without one, none is sent. For this page, its server must allow CORS (opensearch.yml); the command line needs nothing.",
  keyScheme: "Bearer",
  corsHint: "opensearch-cors",
  longestHighlight: "max_analyzer_offset",
  nearest: (field, vector, k) => ({ query: { knn: { [field]: { vector, k } } } }),
});
