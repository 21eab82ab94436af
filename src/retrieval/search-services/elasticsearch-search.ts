import { clusterParts } from "./cluster-search.ts";

export const parts = clusterParts({
  about:
    "An index of your own, searched where it lies. As key, an encoded API key or name:password; without one, none is sent. For this page, its server must allow CORS (elasticsearch.yml); the command line needs nothing.",
  keyScheme: "ApiKey",
  corsHint: "elasticsearch-cors",
  longestHighlight: "max_analyzed_offset",
  nearest: (field, vector, k) => ({
    knn: { field, query_vector: vector, k, num_candidates: Math.max(100, 2 * k) },
  }),
});
