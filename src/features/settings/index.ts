/** Engines, keys, prices, privacy and documents; and the prompts. */
import type { Feature } from "../../app/runtime/feature.ts";
import { text } from "../../ui-kit/text/page.ts";

export const settings: Feature = {
  id: "settings",
  buttons: { kind: "settings", part: "small", labels: { menu: text.stages.engines } },
  load: () => import("./view/parts.ts"),
};
