/** Exports the wrong chains of kept runs, to train on. */
import type { Feature } from "../../app/runtime/feature.ts";

export const errorBook: Feature = {
  id: "error-book",
  load: async () => ({ RunsTools: (await import("./view/ExportWrong.tsx")).ExportWrong }),
};
