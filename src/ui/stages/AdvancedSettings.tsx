/** The method's settings, each with what it does; folded away until wanted. */
import { type RunSettings, retrievalMode, rewriter, type Switches } from "../../core/types.ts";
import { presets } from "../../state/presets.ts";
import { TextButton } from "../shared/Button.tsx";
import { NumberField, SelectField, SwitchField } from "../shared/Field.tsx";
import { useSettings } from "../shared/runtime-context.ts";
import { classes } from "../styles/classes.ts";
import { text } from "../text/en.ts";
import sheet from "./AdvancedSettings.module.css";
import { ReaderSettings } from "./ReaderSettings.tsx";

const css = classes(sheet);
const words = text.method;

export function AdvancedSettings() {
  return (
    <details className={css("advanced")}>
      <summary>{text.stages.advanced}</summary>
      <div className={css("grid")}>
        <Lookup />
        <ReaderSettings />
        <Thresholds />
        <Departures />
      </div>
    </details>
  );
}

const answerForms = ["short", "long"] as const;

function Lookup() {
  const run = useSettings((state) => state.run);
  const change = useSettings((state) => state.changeRun);
  const { retrieval } = run;
  return (
    <div className={css("column")}>
      <SelectField
        label={words.rewriter}
        value={run.rewriter}
        options={rewriter.options.map((value) => ({ value, label: words.rewriters[value] }))}
        onChange={(value) => change({ rewriter: value })}
      />
      <SelectField
        label={words.retrieval}
        value={retrieval.mode}
        options={retrievalMode.options.map((value) => ({ value, label: words.modes[value] }))}
        onChange={(mode) => change({ retrieval: { ...retrieval, mode } })}
      />
      <NumberField
        label={words.k}
        value={retrieval.k}
        range={{ min: 1, max: 10, step: 1 }}
        onChange={(k) => change({ retrieval: { ...retrieval, k } })}
      />
      <NumberField
        label={words.rounds}
        value={run.maxRounds}
        range={{ min: 0, max: 20, step: 1 }}
        onChange={(maxRounds) => change({ maxRounds })}
      />
      <SelectField
        label={words.answerForm}
        value={run.answerForm}
        options={answerForms.map((value) => ({ value, label: words.answerForms[value] }))}
        onChange={(answerForm) => change({ answerForm })}
      />
      {run.answerForm === "long" ? (
        <NumberField
          label={words.rouge}
          value={run.rougeThreshold}
          range={{ min: 0, max: 1, step: 0.05 }}
          onChange={(rougeThreshold) => change({ rougeThreshold })}
        />
      ) : null}
      <Reset run={run} onReset={change} />
    </div>
  );
}

function Thresholds() {
  const run = useSettings((state) => state.run);
  const change = useSettings((state) => state.changeRun);
  const range = { min: 0, max: 1, step: 0.05 };
  return (
    <div className={css("column")}>
      <NumberField
        label={words.theta}
        help={words.thetaHelp}
        value={run.confidenceThreshold}
        range={range}
        onChange={(confidenceThreshold) => change({ confidenceThreshold })}
      />
      <NumberField
        label={words.decision}
        help={words.decisionHelp}
        value={run.decisionThreshold}
        range={range}
        onChange={(decisionThreshold) => change({ decisionThreshold })}
      />
      <NumberField
        label={words.duplicate}
        help={words.duplicateHelp}
        value={run.duplicateThreshold}
        range={range}
        onChange={(duplicateThreshold) => change({ duplicateThreshold })}
      />
    </div>
  );
}

const switchNames: readonly (keyof Switches)[] = [
  "fillProcessedQueries",
  "emptySpanGuard",
  "repeatStop",
  "correctUnsolved",
];

function Departures() {
  const switches = useSettings((state) => state.run.switches);
  const change = useSettings((state) => state.changeRun);
  return (
    <fieldset className={css("column")}>
      <legend>{words.switches}</legend>
      <p className={css("help")}>{words.switchesHelp}</p>
      {switchNames.map((name) => (
        <SwitchField
          key={name}
          label={words.switchNames[name]}
          checked={switches[name]}
          onChange={(on) => change({ switches: { ...switches, [name]: on } })}
        />
      ))}
    </fieldset>
  );
}

/** Keeps the stages as they are and takes everything else from their preset, or else from the first. */
function Reset({ run, onReset }: { run: RunSettings; onReset: (run: RunSettings) => void }) {
  const { plan, solve, summarise } = run;
  const own = presets.find(({ settings }) => {
    return settings.plan === plan && settings.solve === solve && settings.summarise === summarise;
  });
  const preset = own ?? presets[0];
  if (preset === undefined) return null;
  return (
    <TextButton onClick={() => onReset({ ...preset.settings, plan, solve, summarise })}>
      {words.reset}
    </TextButton>
  );
}
