/** Exports the wrong chains of kept runs, to train on. */
import type { Feature } from "../../app/runtime/feature.ts";
import { lazyPart } from "../../ui-kit/lazy-part.tsx";

export const errorBook: Feature = {
  id: "error-book",
  RunsTools: lazyPart(async () => (await import("./view/ExportWrong.tsx")).ExportWrong),
};
