/** Which question goes to which tool, by which expectations, at which price. */
import { memo, useId, useState } from "react";
import type { Solved, Trained } from "../../state/router-study.ts";
import { Button } from "../shared/Button.tsx";
import { classes } from "../styles/classes.ts";
import { dollars, scoreList, routerText as words } from "../text/router-en.ts";
import sheet from "./Router.module.css";
import type { RouterTools } from "./use-router-tools.ts";

const css = classes(sheet);

/** Rows shown at first, and with every "more". */
const rowsAtOnce = 50;

/** Drawn anew only for another assignment, not for every step of the slider. */
export const AssignmentTable = memo(function AssignmentTable(
  props: { solved: Solved; trained: Trained } & Pick<RouterTools, "name">,
) {
  const { solved, trained, name } = props;
  const [shown, setShown] = useState(rowsAtOnce);
  const id = useId();
  const { result, prices } = solved;
  if (result.status === "refused") return null;
  const { assignment } = result;
  const { questions, heldOut, toolIds } = trained.fit;
  const counts = toolIds.map(
    (tool, place) => `${name(tool)} ${assignment.filter((one) => one === place).length}`,
  );
  const more = Math.min(rowsAtOnce, questions.length - shown);
  return (
    <>
      <h4 id={id}>{words.assignment}</h4>
      <p>{words.counts(counts.join(" · "))}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className={css("scroll", "tall")} tabIndex={0} aria-labelledby={id}>
        <table className={css("table")}>
          <thead>
            <tr>
              <th scope="col">{words.question}</th>
              <th scope="col">{words.goesTo}</th>
              <th scope="col" className={css("figure")}>
                {words.price}
              </th>
              <th scope="col">{words.expectedScores}</th>
            </tr>
          </thead>
          <tbody>
            {questions.slice(0, shown).map((question, index) => {
              const tool = toolIds[assignment[index] ?? 0] ?? "";
              return (
                <tr key={question.id}>
                  <th scope="row" dir="auto">
                    {question.question}
                  </th>
                  <td>{name(tool)}</td>
                  <td className={css("figure")}>{dollars(prices[tool] ?? null)}</td>
                  <td>{scoreList(toolIds, heldOut[index] ?? [], name)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </section>
      {more > 0 ? (
        <p>
          <Button onClick={() => setShown(shown + rowsAtOnce)}>{words.more(more)}</Button>
        </p>
      ) : null}
    </>
  );
});
