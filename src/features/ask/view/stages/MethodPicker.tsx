/** Which method answers: what is on, in a line; opened, every one with what it does and whose it is. */
import { useId, useRef, useState } from "react";
import { useSettings } from "../../../../app/runtime/runtime-context.ts";
import { methods } from "../../../../methods/index.ts";
import type { MethodInfo } from "../../../../runtime/method.ts";
import { startingPreset } from "../../../../session/presets.ts";
import { TextButton } from "../../../../ui-kit/Button.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { methodText } from "../../../../ui-kit/text/method.ts";
import { useFacts, useMethod } from "../../../../ui-kit/use-problems.ts";
import sheet from "./MethodPicker.module.css";

const css = classes(sheet);

export const methodToggleId = "method-toggle";

const kinds: readonly MethodInfo["kind"][] = ["paper", "own", "baseline"];

export function MethodPicker() {
  const [open, setOpen] = useState(false);
  const method = useMethod();
  const listId = useId();
  const toggle = useRef<HTMLButtonElement>(null);
  function done(): void {
    setOpen(false);
    toggle.current?.focus();
  }
  return (
    <section className={css("picker")} aria-labelledby="method">
      <div className={css("head")}>
        <h2 id="method">{methodText.method}</h2>
        <button
          ref={toggle}
          id={methodToggleId}
          type="button"
          className={css("current")}
          aria-expanded={open}
          aria-controls={listId}
          aria-label={`${methodText.choose}: ${method?.title ?? ""}`}
          onClick={() => setOpen(!open)}
        >
          <span>{method?.title}</span>
          <svg viewBox="-8 -8 16 16" width="14" height="14" aria-hidden="true">
            <path d={open ? "M-5,2.5L0,-2.5L5,2.5" : "M-5,-2.5L0,2.5L5,-2.5"} />
          </svg>
        </button>
      </div>
      {method === null || open ? null : (
        <p className={css("about")}>
          {method.summary} <cite>{method.citation}</cite>
        </p>
      )}
      <div id={listId} hidden={!open}>
        {open ? <Methods onDone={done} /> : null}
      </div>
    </section>
  );
}

function Methods({ onDone }: { onDone: () => void }) {
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
      <TextButton onClick={onDone}>{methodText.done}</TextButton>
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
