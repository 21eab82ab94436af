/** Hands the run on show to others: as a link, or as a file. */
import type { Feature } from "../../app/runtime/feature.ts";
import { isRunLink } from "./fragment.ts";
import { shareName } from "./text/name.ts";

export const share: Feature = {
  id: "share",
  buttons: { kind: "share", labels: { run: shareName } },
  link: {
    fits: isRunLink,
    async open(fragment, reading) {
      const { lookUpIn, openRunLink } = await import("./link.ts");
      return openRunLink(fragment, lookUpIn(reading));
    },
  },
  load: async () => (await import("./view/parts.ts")).parts,
};
