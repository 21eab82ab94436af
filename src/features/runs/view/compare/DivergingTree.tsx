/** Steps open as under Ask, but read-only. */
import { Suspense, useMemo } from "react";
import type { DecisiveStep } from "../../../../folds/divergence.ts";
import { foldTrace } from "../../../../folds/trace.ts";
import type { RunEvent } from "../../../../log/events.ts";
import { lazyPart } from "../../../../ui-kit/lazy-part.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { answerId, type TreeItem, treeItems } from "../../../tree/drawing/tree-model.ts";
import { TreeList } from "../../../tree/view/TreeList.tsx";
import { TreePicture } from "../../../tree/view/TreePicture.tsx";
import { itemSentence } from "../../../tree/view/words.ts";
import { compareText } from "../../text/compare.ts";
import { OwnRun } from "./OwnRun.tsx";
import sheet from "./TwoTrees.module.css";

const css = classes(sheet);

const NodePanel = lazyPart(
  async () => (await import("../../../tree/view/step/NodePanel.tsx")).NodePanel,
);

export function DivergingTree(props: { log: readonly RunEvent[]; step: DecisiveStep | null }) {
  const { log, step } = props;
  const mark = step === null ? null : markOf(step);
  const items = useMemo(
    () => treeItems(foldTrace(log)).map((item) => (item.id === mark ? marked(item) : item)),
    [log, mark],
  );
  return (
    <OwnRun log={log} mark={mark}>
      {({ active, opened }) => {
        const item = items.find(({ id }) => id === (active ?? opened ?? mark));
        return (
          <>
            <TreePicture
              orientation="down"
              items={items}
              caption={
                <p className={css("caption")} dir="auto">
                  {item === undefined ? compareText.hint : itemSentence(item)}
                </p>
              }
            />
            <TreeList items={items} shown={false} />
            {opened === null ? null : (
              <Suspense fallback={null}>
                <NodePanel key={opened} id={opened} readOnly />
              </Suspense>
            )}
          </>
        );
      }}
    </OwnRun>
  );
}

/** Also says so in words: the outline must not be the only cue. */
function marked(item: TreeItem): TreeItem {
  const note = [compareText.partedHere, item.note].filter((part) => part !== "").join(" · ");
  return { ...item, note };
}

function markOf({ node, kind }: DecisiveStep): string | null {
  return node ?? (kind === "answer" ? answerId : null);
}
