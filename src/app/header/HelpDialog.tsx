/** Help on one screen: what the page is and how to use it. */
import { useStore } from "zustand";
import { Dialog, useDialog } from "../../ui-kit/Dialog.tsx";
import { SwitchField } from "../../ui-kit/Field.tsx";
import { classes } from "../../ui-kit/styles/classes.ts";
import { actionsText } from "../../ui-kit/text/actions.ts";
import { helpText } from "../../ui-kit/text/help.ts";
import { allActions } from "../actions/list.ts";
import { singleKeys } from "../palette/own-keys.ts";
import sheet from "./HelpDialog.module.css";

const css = classes(sheet);

export function HelpDialog() {
  return (
    <Dialog {...useDialog("help")} title={helpText.title}>
      <dl className={css("parts")}>
        {helpText.parts.map(([term, meaning]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <Keys />
      <p className={css("private")}>{helpText.private}</p>
    </Dialog>
  );
}

function Keys() {
  const on = useStore(singleKeys, (state) => state.on);
  const turn = useStore(singleKeys, (state) => state.turn);
  const ofActions = allActions().flatMap(({ title, shown }): [string, string][] =>
    shown === null ? [] : [[shown, title]],
  );
  return (
    <>
      <h3 className={css("heading")}>{actionsText.keys.title}</h3>
      <SwitchField
        label={actionsText.keys.single}
        help={actionsText.keys.singleHelp}
        checked={on}
        onChange={turn}
      />
      <dl className={css("keys")}>
        {[...ofActions, ...actionsText.keys.fixed].map(([keys, meaning]) => (
          <div key={meaning}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
