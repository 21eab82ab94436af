/**
 * Dialog to choose the method, its preset and its settings, with each method's description and
 * source.
 */
import { useId } from "react";
import { useSettings } from "../../../../app/runtime/runtime-context.ts";
import { methods } from "../../../../methods/index.ts";
import type { MethodInfo } from "../../../../runtime/method.ts";
import { matchingPreset, startingPreset } from "../../../../session/presets.ts";
import { Dialog, useDialog } from "../../../../ui-kit/Dialog.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { methodText } from "../../../../ui-kit/text/method.ts";
import { UnlikePaper } from "../../../../ui-kit/UnlikePaper.tsx";
import { useFacts } from "../../../../ui-kit/use-problems.ts";
import { WorthSlider } from "../../../worth/view/WorthSlider.tsx";
import sheet from "./MethodDialog.module.css";
import { MethodPanel } from "./MethodPanel.tsx";
import { PresetMenu } from "./PresetMenu.tsx";

const css = classes(sheet);

const kinds: readonly MethodInfo["kind"][] = ["paper", "own", "baseline"];

export function MethodDialog() {
  const run = useSettings((state) => state.run);
  const preset = matchingPreset(run);
  return (
    <Dialog {...useDialog("method")} title={methodText.method}>
      <PresetMenu />
      {preset === null ? null : <p className={css("about")}>{preset.description}</p>}
      {run.worth === undefined ? null : <WorthSlider />}
      <UnlikePaper settings={run} />
      <MethodPanel />
      <Methods />
    </Dialog>
  );
}

function Methods() {
  const name = useId();
  return (
    <div className={css("list")}>
      {kinds.map((kind) => {
        const ofKind = methods.all.filter((method) => method.kind === kind);
        if (ofKind.length === 0) return null;
        return (
          <fieldset key={kind} className={css("group")}>
            <legend>{methodText.kinds[kind]}</legend>
            <div className={css("methods")}>
              {ofKind.map((method) => (
                <MethodChoice key={method.id} method={method} name={name} />
              ))}
            </div>
          </fieldset>
        );
      })}
    </div>
  );
}

function MethodChoice({ method, name }: { method: MethodInfo; name: string }) {
  const chosen = useSettings((state) => state.run.method === method.id);
  const changeRun = useSettings((state) => state.changeRun);
  const facts = useFacts();
  const aboutId = useId();
  function choose(): void {
    const preset = startingPreset(method, facts);
    if (preset !== null) changeRun(preset.settings);
  }
  return (
    <label className={css("method", chosen && "isChosen")}>
      <input
        type="radio"
        name={name}
        checked={chosen}
        onChange={choose}
        aria-label={method.title}
        aria-describedby={aboutId}
      />
      <span className={css("title")}>{method.title}</span>
      <span id={aboutId} className={css("words")}>
        {method.summary} <cite>{method.citation}</cite>
      </span>
    </label>
  );
}
