/** Settings that only FLARE has. */
import { share } from "../../../log/setting-bounds.ts";

export const flareSettings = {
  /** θ: a sentence with a token less likely than this is looked up, in [0, 1]. */
  tokenThreshold: {
    group: "solve",
    kind: "number",
    ...share,
    initial: 0.6,
    label: "A word is sure from",
    help: "A sentence with a word less probable than this is looked up and written again.",
  },
} as const;
