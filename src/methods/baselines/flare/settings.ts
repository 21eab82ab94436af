import { share } from "../../../log/setting-bounds.ts";

export const flareSettings = {
  /** θ in [0, 1]: a sentence with a less likely token is looked up. */
  tokenThreshold: {
    group: "solve",
    kind: "number",
    ...share,
    initial: 0.6,
    label: "A word is sure from",
    help: "A sentence with a word less probable than this is looked up and written again.",
  },
} as const;
