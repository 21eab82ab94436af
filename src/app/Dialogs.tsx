/** The open dialogs; each one's code is fetched when it is first opened. */
import type { ComponentType } from "react";
import { lazyPart } from "../ui-kit/lazy-part.tsx";
import { loadedParts, loadFeatures } from "./lazy/feature-parts.ts";
import { lazyView } from "./lazy/lazy-view.ts";
import { useView } from "./runtime/runtime-context.ts";

/** At first the page's own. */
const dialogs = new Map<string, ComponentType>([
  ["help", lazyView(async (parts) => (await parts.help()).HelpDialog)],
  ["method", lazyView(async (parts) => (await parts.method()).MethodDialog)],
]);

function dialogOf(kind: string): ComponentType {
  const dialog =
    dialogs.get(kind) ??
    lazyPart(async () => {
      await loadFeatures();
      const fetchDialog = loadedParts().find((parts) => parts.dialogs?.[kind])?.dialogs?.[kind];
      if (fetchDialog === undefined) throw new RangeError(`there is no dialog "${kind}"`);
      return fetchDialog();
    });
  dialogs.set(kind, dialog);
  return dialog;
}

export function Dialogs() {
  const open = useView((state) => state.dialogs);
  return open.map(({ kind }) => {
    // The commands show their own.
    if (kind === "palette") return null;
    const Dialog = dialogOf(kind);
    return <Dialog key={kind} />;
  });
}
