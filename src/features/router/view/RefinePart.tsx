/** Label refinement: k, α, and what they change, question by question. */
import { useDeferredValue, useMemo } from "react";
import { useRouter } from "../../../app/runtime/runtime-context.ts";
import {
  type Refinement,
  type RefineSettings,
  summariseRefinement,
} from "../../../methods/homo-router/training/refine.ts";
import type { Refined, RefinedLabels } from "../../../methods/homo-router/training/study.ts";
import { Button } from "../../../ui-kit/Button.tsx";
import { NumberField, RangeField } from "../../../ui-kit/Field.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { decimal } from "../../../ui-kit/text/format.ts";
import { score, scoreList, routerText as words } from "../text/router.ts";
import { Section } from "./Pieces.tsx";
import sheet from "./Router.module.css";
import type { RouterToolSelection } from "./use-router-tools.ts";
import { useRouterWork } from "./use-router-work.ts";

const css = classes(sheet);

/** Those that change most are shown. */
const shownChanges = 12;

interface RefineProps extends Pick<RouterToolSelection, "chosen" | "name"> {
  refine: RefineSettings;
  trainable: number;
}

export function RefinePart(props: RefineProps & { onRefine: (refine: RefineSettings) => void }) {
  const { chosen, name, refine, trainable, onRefine } = props;
  const work = useRouterWork();
  const working = useRouter((state) => state.working);
  // What a store tells is drawn at once and in one piece; what is put off is drawn in slices.
  const refined = useDeferredValue(useRouter((state) => state.refined));
  return (
    <Section title={words.refineTitle}>
      <p className={css("soft")}>{words.refineHelp}</p>
      <div className={css("fields")}>
        <NumberField
          label={words.k}
          value={refine.k}
          range={{ min: 1, max: 20, step: 1 }}
          onChange={(k) => onRefine({ ...refine, k: Math.round(k) })}
        />
        <RangeField
          label={words.alpha}
          value={refine.alpha}
          range={{ min: 0, max: 1, step: 0.05 }}
          onChange={(alpha) => onRefine({ ...refine, alpha })}
        />
      </div>
      <p>
        <Button
          disabled={trainable < 2 || working !== null}
          onClick={() => void work.refine(chosen, refine)}
        >
          {words.refine}
        </Button>
      </p>
      <div role="status">
        {working === "refine" ? <p>{words.working.refine}</p> : null}
        {refined === null ? null : <Summary refined={refined} />}
      </div>
      {refined === null ? null : <Changes refined={refined} name={name} />}
    </Section>
  );
}

function Summary({ refined: { refinements, dropped } }: { refined: Refined }) {
  const { questions, meanChange, bestChanged } = summariseRefinement(refinements);
  return (
    <>
      <p>{words.refineSummary(questions, score(meanChange), bestChanged)}</p>
      {dropped.length === 0 ? null : <p>{words.dropped(dropped.length)}</p>}
    </>
  );
}

function Changes(props: { refined: RefinedLabels } & Pick<RouterToolSelection, "name">) {
  const { refined, name } = props;
  const { toolIds } = refined;
  const rows = useRouter((state) => state.rows);
  const most = useMemo(
    () =>
      refined.refinements
        .toSorted((a, b) => changeOf(b) - changeOf(a))
        .slice(0, shownChanges)
        .map((one) => ({
          one,
          question: rows.find(({ id }) => id === one.id)?.question ?? one.id,
        })),
    [refined, rows],
  );
  return (
    <>
      <h4>{words.refineMost}</h4>
      <ul className={css("changes")}>
        {most.map(({ one, question }) => (
          <li key={one.id} className={css("change")}>
            <p dir="auto">{question}</p>
            <p className={css("figures")}>
              {toolIds.map((id, index) => (
                <span key={id}>
                  {name(id)}{" "}
                  {words.beforeAfter(
                    decimal(one.raw[index] ?? null),
                    decimal(one.refined[index] ?? null),
                  )}
                </span>
              ))}
            </p>
            <Neighbours one={one} toolIds={toolIds} name={name} />
          </li>
        ))}
      </ul>
    </>
  );
}

function Neighbours(
  props: { one: Refinement; toolIds: readonly string[] } & Pick<RouterToolSelection, "name">,
) {
  const { one, toolIds, name } = props;
  return (
    <details>
      <summary>{words.neighbours}</summary>
      <ul className={css("list")}>
        {one.neighbours.map(({ id, question, similarity, labels }) => (
          <li key={id} dir="auto">
            {words.neighbour(question, decimal(similarity), scoreList(toolIds, labels, name))}
          </li>
        ))}
      </ul>
    </details>
  );
}

function changeOf({ raw, refined }: Refinement): number {
  return raw.reduce((sum, label, tool) => sum + Math.abs((refined[tool] ?? label) - label), 0);
}
