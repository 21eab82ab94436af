/** The open dialogs; each one's code is fetched when it is first opened. */
import type { ComponentType } from "react";
import { dialogOf } from "./lazy/feature-parts.ts";
import { lazyView } from "./lazy/lazy-view.ts";
import { useView } from "./runtime/runtime-context.ts";

/** Dialogs of the page itself. */
const own: Readonly<Record<string, ComponentType>> = {
  help: lazyView(async (parts) => (await parts.help()).HelpDialog),
  method: lazyView(async (parts) => (await parts.method()).MethodDialog),
};

export function Dialogs() {
  const dialogs = useView((state) => state.dialogs);
  return dialogs.map(({ kind }) => {
    // The commands show their own.
    if (kind === "palette") return null;
    const Dialog = own[kind] ?? dialogOf(kind);
    return <Dialog key={kind} />;
  });
}
