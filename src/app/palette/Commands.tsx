/** Handles action keys and stray file drops, shows the palette, and announces outcomes. */
import { useCallback, useEffect, useState } from "react";
import { refuseStrayFiles } from "../../ui-kit/stray-drops.ts";
import { actionOfKey, takesLetters } from "../actions/keys.ts";
import { allActions } from "../actions/list.ts";
import type { Action } from "../runtime/action.ts";
import { useApp, useView } from "../runtime/runtime-context.ts";
import { isAnyDialogOpen, isOpen } from "../runtime/view-store.ts";
import { singleKeys } from "./own-keys.ts";
import { Palette } from "./Palette.tsx";

export function Commands() {
  const app = useApp();
  const open = useView((state) => isOpen(state, "palette"));
  const [said, setSaid] = useState("");
  const perform = useCallback(
    (action: Action) => {
      if (!action.isPossible(app)) return;
      action.perform(app);
      setSaid(action.outcome(app) ?? "");
    },
    [app],
  );
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      const inDialog = isAnyDialogOpen(app.view.getState());
      if (inDialog || !singleKeys.getState().on || takesLetters(event.target)) return;
      const action = actionOfKey(event, allActions());
      if (action === null) return;
      event.preventDefault();
      perform(action);
    }
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [app, perform]);
  useEffect(() => refuseStrayFiles(), []);
  /** The dialog restores the focus first, so that the action can move it. */
  function choose(action: Action): void {
    app.view.getState().close("palette");
    requestAnimationFrame(() => perform(action));
  }
  return (
    <>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {open ? <Palette onChoose={choose} /> : null}
    </>
  );
}
