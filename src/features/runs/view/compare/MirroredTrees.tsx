import { type ReactNode, Suspense, useMemo } from "react";
import { useView } from "../../../../app/runtime/runtime-context.ts";
import type { Divergence } from "../../../../folds/divergence.ts";
import { foldTrace } from "../../../../folds/trace.ts";
import type { RunEvent } from "../../../../log/events.ts";
import { lazyPart } from "../../../../ui-kit/lazy-part.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { TierIcon } from "../../../../ui-kit/TierIcon.tsx";
import { type TreeItem, treeItems } from "../../../tree/drawing/tree-model.ts";
import { StatusGlyphMark } from "../../../tree/view/StatusMark.tsx";
import { itemSentence, treeWords } from "../../../tree/view/words.ts";
import { compareText } from "../../text/compare.ts";
import sheet from "./MirroredTrees.module.css";
import { mirrored } from "./mirror.ts";
import { OwnRun } from "./OwnRun.tsx";

const css = classes(sheet);

const NodePanel = lazyPart(
  async () => (await import("../../../tree/view/step/NodePanel.tsx")).NodePanel,
);

export interface MirroredSide {
  title: string;
  log: readonly RunEvent[];
  head: ReactNode;
  foot: ReactNode;
}

/** `parted` is null if the runs are equal to the end. */
export function MirroredTrees(props: {
  sides: readonly [MirroredSide, MirroredSide];
  parted: Divergence | null;
}) {
  const { sides, parted } = props;
  const [left, right] = sides;
  const tree = useMemo(
    () => mirrored(treeItems(foldTrace(left.log)), treeItems(foldTrace(right.log)), parted),
    [left.log, right.log, parted],
  );
  return (
    <div className={css("mirrored")}>
      {tree.shared.length === 0 ? null : (
        <section className={css("shared")} aria-label={compareText.shared}>
          <Steps
            log={left.log}
            steps={tree.shared.map(([one, other]) => ({
              item: one,
              tiers: [one.tier, other.tier],
            }))}
          />
        </section>
      )}
      {parted === null ? null : (
        <p className={css("axis")}>
          <span>{compareText.partedHere}</span>
        </p>
      )}
      <div className={css("sides")}>
        {sides.map(({ title, log, head, foot }, at) => (
          <section
            key={title}
            aria-label={compareText.treeOf(title)}
            className={css(at === 0 ? "left" : "right")}
          >
            <header className={css("head")}>
              <h4>{title}</h4>
              {head}
            </header>
            <Steps
              log={log}
              steps={(tree.sides[at] ?? []).map((item) => ({ item, tiers: [item.tier] }))}
            />
            {foot}
          </section>
        ))}
      </div>
    </div>
  );
}

interface Step {
  item: TreeItem;
  /** Two entries for a step that both runs share. */
  tiers: readonly TreeItem["tier"][];
}

function Steps({ log, steps }: { log: readonly RunEvent[]; steps: readonly Step[] }) {
  return (
    <OwnRun log={log} mark={null}>
      {({ opened }) => (
        <>
          <ol className={css("steps")}>
            {steps.map((step) => (
              <StepRow key={step.item.id} step={step} isOpen={step.item.id === opened} />
            ))}
          </ol>
          {opened === null ? null : (
            <Suspense fallback={null}>
              <NodePanel key={opened} id={opened} readOnly />
            </Suspense>
          )}
        </>
      )}
    </OwnRun>
  );
}

function StepRow({ step: { item, tiers }, isOpen }: { step: Step; isOpen: boolean }) {
  const select = useView((state) => state.select);
  const isSaid = item.title !== "";
  return (
    <li className={css("step", item.ghost && "isGhost", item.kind === "answer" && "isAnswer")}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-label={itemSentence(item)}
        onClick={() => select(isOpen ? null : item.id)}
      >
        <span className={css("mark")}>
          {tiers.map((tier, at) =>
            tier === null ? null : (
              // biome-ignore lint/suspicious/noArrayIndexKey: one a run, in their order
              <TierIcon key={at} tier={tier} />
            ),
          )}
        </span>
        <span className={css("words")} dir="auto">
          <span className={css("query")}>{isSaid ? item.title : treeWords.label(item)}</span>
          <span className={css("came")}>
            {item.struck === null ? null : <s>{item.struck}</s>}
            {item.text === "" ? null : <strong>{item.text}</strong>}
            {item.kind === "hop" ? <StatusGlyphMark status={item.status} /> : null}
          </span>
        </span>
      </button>
    </li>
  );
}
