import type { ErrorCode } from "../../log/errors.ts";
import { type ErrorFormatter, paramOr } from "./error-words.ts";

const effect =
  "Nothing that needs it was done. Small models, and a large one without a cap for the day, go on without it.";

const causes: Readonly<Record<string, string>> = {
  blocked: "Another tab of Hopwise still holds it in an older form. Close the other tabs.",
  failed:
    "The browser refused to open or to use it, as it does in some private windows, where site data are blocked, or where the disk is full. Allow this page to keep data, or use another window.",
  "no-answer":
    "The browser did not answer within some seconds: the disk may be very busy. Wait a little, or restart the browser.",
  closed:
    "The browser closed it while it was in use, as when site data are cleared. It is opened again.",
};

export const storageErrorTexts = {
  "storage-unavailable": (params) => {
    const cause = paramOr(params, "cause", "failed");
    if (cause === "newer-version") {
      return {
        title: "A newer version of this page has been here",
        body: `What this browser keeps was written by a newer Hopwise, which this tab cannot read. ${effect} Reload the page to get the newest version; nothing that is kept is lost.`,
        action: "Reload the page",
        wayOn: "reload",
      };
    }
    return {
      title: "The browser's storage cannot be used now",
      body: `${causes[cause] ?? causes["failed"]} ${effect}`,
      action: "Try again",
      wayOn: "ask-again",
    };
  },
} as const satisfies Partial<Record<ErrorCode, ErrorFormatter>>;
