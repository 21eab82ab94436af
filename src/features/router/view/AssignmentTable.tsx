/** Which question goes to which tool, by which expectations, at which price. Only rows in sight are drawn. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, useId, useRef } from "react";
import { classes } from "../../../ui-kit/styles/classes.ts";
import type { Solved, Trained } from "../study-state.ts";
import { dollars, scoreList, routerText as words } from "../text/router.ts";
import sheet from "./Router.module.css";
import type { RouterToolSelection } from "./use-router-tools.ts";

const css = classes(sheet);

/** Until a row was measured: one line of the question, two of the scores. */
const likelyHeight = 61;

/** Drawn anew only for another assignment, not for every step of the slider. */
export const AssignmentTable = memo(function AssignmentTable(
  props: { solved: Solved; trained: Trained } & Pick<RouterToolSelection, "name">,
) {
  const { solved, trained, name } = props;
  const frame = useRef<HTMLElement>(null);
  const id = useId();
  const { result, prices } = solved;
  const assignment = result.status === "refused" ? [] : result.assignment;
  const { questions, heldOut, toolIds } = trained.fit;
  const rows = useVirtualizer({
    count: result.status === "refused" ? 0 : questions.length,
    getScrollElement: () => frame.current,
    estimateSize: () => likelyHeight,
    overscan: 4,
    // What is drawn before the page has measured the frame.
    initialRect: { width: 600, height: 420 },
  });
  if (result.status === "refused") return null;
  const counts = toolIds.map(
    (tool, place) => `${name(tool)} ${assignment.filter((one) => one === place).length}`,
  );
  const shown = rows.getVirtualItems();
  const above = shown[0]?.start ?? 0;
  const below = rows.getTotalSize() - (shown.at(-1)?.end ?? 0);
  return (
    <>
      <h4 id={id}>{words.assignment}</h4>
      <p>{words.counts(counts.join(" · "))}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section ref={frame} className={css("scroll", "tall")} tabIndex={0} aria-labelledby={id}>
        <div style={{ paddingBlock: `${above}px ${below}px` }}>
          <table className={css("table")} aria-rowcount={questions.length + 1}>
            <thead>
              <tr aria-rowindex={1}>
                <th scope="col">{words.question}</th>
                <th scope="col">{words.goesTo}</th>
                <th scope="col" className={css("figure")}>
                  {words.price}
                </th>
                <th scope="col">{words.expectedScores}</th>
              </tr>
            </thead>
            <tbody>
              {shown.map(({ index }) => {
                const question = questions[index];
                const tool = toolIds[assignment[index] ?? 0] ?? "";
                return (
                  <tr
                    key={question?.id}
                    ref={rows.measureElement}
                    data-index={index}
                    aria-rowindex={index + 2}
                  >
                    <th scope="row" dir="auto">
                      {question?.question}
                    </th>
                    <td>{name(tool)}</td>
                    <td className={css("figure")}>{dollars(prices[tool] ?? null)}</td>
                    <td>{scoreList(toolIds, heldOut[index] ?? [], name)}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </div>
      </section>
    </>
  );
});
