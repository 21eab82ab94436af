/** The other comparisons are folded. */
import { type ReactNode, useId, useState } from "react";
import { useDevice, useSettings, useView } from "../../../../app/runtime/runtime-context.ts";
import { type Comparison, isOfPaper } from "../../../../evaluation/analysis/comparisons.ts";
import { sweepable, sweptValues } from "../../../../evaluation/variants.ts";
import { methods } from "../../../../methods/index.ts";
import { controlAt } from "../../../../runtime/controls.ts";
import { chosenSmallModel, fitsDevice, smallModels } from "../../../../session/device-store.ts";
import { isConfigured, smallServer } from "../../../../session/preferences.ts";
import { findMethodInfo } from "../../../../session/presets.ts";
import { TextButton } from "../../../../ui-kit/Button.tsx";
import { SelectField, TextField } from "../../../../ui-kit/Field.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { wordsOf } from "../../../../ui-kit/text/controls.ts";
import { labNewText as words } from "../../text/lab-new.ts";
import { ConfigurationMark } from "../analysis/ConfigurationMark.tsx";
import {
  combinationsOf,
  methodsOf,
  offeredComparisons,
  stageComparisons,
  sweepOf,
  sweptPathOf,
} from "./configurations.ts";
import type { DraftFacts } from "./draft.ts";
import formSheet from "./Form.module.css";
import sheet from "./Lab.module.css";
import type { PartProps } from "./SamplePart.tsx";
import { RadioRow, Section } from "./Section.tsx";

const css = classes({ ...sheet, ...formSheet });

type Props = PartProps & { facts: DraftFacts };

export function StagesPart(props: Props) {
  const { draft } = props;
  const name = useId();
  const hasLarge = useSettings((state) => isConfigured(state.large));
  const openSettings = useView((state) => state.openSettings);
  const offered = offeredComparisons(draft);
  const isOfStages = (one: Comparison) => stageComparisons.includes(one);
  const [isOpen, setOpen] = useState(!isOfStages(draft.comparison));
  const rows = (all: readonly Comparison[]) =>
    all.map((comparison) => (
      <ComparisonRow key={comparison} {...props} name={name} comparison={comparison} />
    ));
  return (
    <Section title={words.stagesTitle}>
      {hasLarge ? null : (
        <p className={css("soft")}>
          {words.withoutKey}{" "}
          <TextButton onClick={() => openSettings("large")}>{words.connect}</TextButton>
        </p>
      )}
      <fieldset className={css("group")}>
        <legend>{words.compareTitle}</legend>
        {rows(stageComparisons.filter((one) => offered.includes(one)))}
        <details
          className={css("more")}
          open={isOpen}
          onToggle={(event) => setOpen(event.currentTarget.open)}
        >
          <summary>{words.otherComparisons}</summary>
          <div className={css("group")}>{rows(offered.filter((one) => !isOfStages(one)))}</div>
        </details>
      </fieldset>
    </Section>
  );
}

function ComparisonRow(props: Props & { name: string; comparison: Comparison }) {
  const { name, comparison, draft, change } = props;
  const isChosen = draft.comparison === comparison;
  return (
    <div>
      <RadioRow
        name={name}
        label={words.comparisons[comparison].label}
        help={words.comparisons[comparison].help(combinationsOf(draft).length)}
        checked={isChosen}
        onChoose={() => change({ comparison })}
      />
      {isChosen ? <Details {...props} /> : null}
    </div>
  );
}

function Details({ comparison, facts, ...props }: Props & { comparison: Comparison }) {
  const method = findMethodInfo(props.draft.settings.method);
  if (comparison === "chosen") return <Combinations {...props} />;
  return (
    <>
      {comparison === "models" ? <BaseModel {...props} /> : null}
      {comparison === "methods" ? <Methods {...props} /> : null}
      {comparison === "sweep" ? <Sweep {...props} /> : null}
      {comparison === "small-models" ? <OtherSmallModels {...props} /> : null}
      {method !== null && isOfPaper(comparison, method) ? (
        <p className={css("soft")}>{words.paperSettings}</p>
      ) : null}
      {comparison === "methods" ? null : (
        <ul className={css("configurations")}>
          {facts.configurations.map(({ id, title, settings }) => (
            <li key={id}>
              <ConfigurationMark settings={settings} />
              {title}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function Combinations({ draft, change }: PartProps) {
  return (
    <Ticks
      title={words.chosen}
      options={combinationsOf(draft).map(({ id, title, settings }) => ({
        id,
        title,
        mark: <ConfigurationMark settings={settings} />,
      }))}
      ticked={draft.chosen}
      onChange={(chosen) => change({ chosen })}
    />
  );
}

function Methods({ draft, change }: PartProps) {
  const here = findMethodInfo(draft.settings.method);
  if (here === null) return null;
  return (
    <Ticks
      title={words.methodsTitle}
      options={methods.all.map(({ id, title }) => ({ id, title, disabled: id === here.id }))}
      ticked={methodsOf(draft, here)}
      onChange={(ticked) => change({ methods: ticked })}
    />
  );
}

function Sweep({ draft, change }: PartProps) {
  const method = findMethodInfo(draft.settings.method);
  const path = method === null ? null : sweptPathOf(draft, method);
  if (method === null || path === null) return null;
  const { sweptValues: text } = draft;
  const proposed = sweptValues(path, draft.settings, method).join(", ");
  const control = controlAt(path, method.settings);
  const range = control.kind === "number" ? control : { min: 0, max: 1 };
  const isBad = sweepOf(draft, method) === null;
  return (
    <div className={css("indented")}>
      <SelectField
        label={words.swept}
        value={path}
        options={sweepable(method).map((value) => ({
          value,
          label: wordsOf(value, method.settings).label,
        }))}
        onChange={(sweptPath) => change({ sweptPath, sweptValues: "" })}
      />
      <TextField
        label={words.sweptValues}
        value={text}
        help={isBad ? words.sweptWrong(range.min, range.max) : words.sweptHelp(proposed)}
        onChange={(value) => change({ sweptValues: value })}
      />
    </div>
  );
}

function OtherSmallModels({ draft, change }: PartProps) {
  const catalogue = useDevice((state) => state.catalogue);
  const report = useDevice((state) => state.report);
  const small = useSettings((state) => state.small);
  const own = chosenSmallModel(catalogue, small.modelId);
  return (
    <Ticks
      title={words.smallModelsTitle}
      options={smallModels(catalogue)
        .filter(({ id }) => id !== own?.id)
        .map((model) => ({
          id: model.id,
          title: model.title,
          disabled: !fitsDevice(model, report),
        }))}
      ticked={draft.smallModels}
      onChange={(ticked) => change({ smallModels: ticked })}
    />
  );
}

interface Tick {
  id: string;
  title: string;
  mark?: ReactNode;
  disabled?: boolean;
}

function Ticks(props: {
  title: string;
  options: readonly Tick[];
  ticked: readonly string[];
  onChange: (ticked: string[]) => void;
}) {
  const { title: legend, options, ticked, onChange } = props;
  return (
    <fieldset className={css("configurations")}>
      <legend className="visually-hidden">{legend}</legend>
      {options.map(({ id, title, mark, disabled }) => {
        const isTicked = ticked.includes(id);
        const rest = ticked.filter((one) => one !== id);
        return (
          <label key={id} className={css("tick")}>
            <input
              type="checkbox"
              checked={isTicked}
              disabled={disabled}
              onChange={() => onChange(isTicked ? rest : [...rest, id])}
            />
            {mark}
            {title}
          </label>
        );
      })}
    </fieldset>
  );
}

/** The chosen small model is fine-tuned from this base model. */
function BaseModel({ draft, change }: PartProps) {
  const catalogue = useDevice((state) => state.catalogue);
  const report = useDevice((state) => state.report);
  const small = useSettings((state) => state.small);
  const server = smallServer(small);
  const tuned = chosenSmallModel(catalogue, small.modelId);
  const models = smallModels(catalogue);
  const others = server === null ? models.filter(({ id }) => id !== tuned?.id) : models;
  return (
    <div className={css("indented")}>
      <SelectField
        label={words.base}
        help={words.baseHelp(server === null ? (tuned?.title ?? "") : server.model)}
        value={draft.base ?? ""}
        options={[
          { value: "", label: words.noBase, disabled: true },
          ...others.map((model) => ({
            value: model.id,
            label: model.title,
            disabled: !fitsDevice(model, report),
          })),
        ]}
        onChange={(base) => change({ base: base === "" ? null : base })}
      />
    </div>
  );
}
