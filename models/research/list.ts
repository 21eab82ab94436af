/** All studies that make training data, or shipped data, from models and runs. */
import type { Study } from "../../e2e/bench/studies.ts";

export const trainingStudies: readonly Study[] = [
  {
    name: "data",
    says: "all training data of encoder and language model",
    run: () => import("./data/build.ts"),
  },
  {
    name: "lm-rows",
    says: "the language model's rows alone, built again",
    run: () => import("./data/lm-build.ts"),
  },
  {
    name: "error-book",
    says: "the error book: right and wrong chains of training questions",
    needsLibrary: true,
    run: () => import("./error-book/error-book.ts"),
  },
  {
    name: "verifier",
    says: "runs over the verifier's questions, and the table that it is fitted to",
    needsLibrary: true,
    run: () => import("./verifier/runs.ts"),
  },
  {
    name: "typical",
    says: "what the verifier's features usually are, from the shipped reports",
    run: () => import("./calibration/typical-run.ts"),
  },
  {
    name: "skr",
    says: "SKR's labelled questions: what the small model knows from memory",
    needsLibrary: true,
    run: () => import("./baselines/skr-knn/examples.ts"),
  },
  {
    name: "vectors",
    says: "the embedded library's vectors, after its passages or the encoder changed",
    needsLibrary: true,
    run: () => import("../../src/retrieval/libraries/factbook/vectors.ts"),
  },
];
