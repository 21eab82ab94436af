import type { RunEventOf } from "../../../../log/events.ts";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { decimal, unknown } from "../../../../ui-kit/text/format.ts";
import { whyText } from "../../text/why.ts";
import sheet from "./Why.module.css";

const css = classes(sheet);

type Source = RunEventOf<"source">;

export function ToolTable({ source }: { source: Source }) {
  const { predicted, tool, lambda } = source;
  const rows = predicted.toSorted((a, b) => worthOf(b, lambda) - worthOf(a, lambda));
  return (
    <table className={css("tools")}>
      <thead>
        <tr>
          <th scope="col">{whyText.tool}</th>
          <th scope="col">{whyText.predicted}</th>
          <th scope="col">{whyText.price}</th>
          {lambda === null ? null : <th scope="col">{whyText.worthColumn}</th>}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.tool.id} className={css(row.tool.id === tool.id && "chosen")}>
            <th scope="row">
              {row.tool.title}
              {row.tool.id === tool.id ? <small> {whyText.chosen}</small> : null}
            </th>
            <td>{decimal(row.score)}</td>
            <td>{whyText.priceOf(row.tool.usdPerThousand)}</td>
            {lambda === null ? null : (
              <td>{row.tool.usdPerThousand === null ? unknown : decimal(worthOf(row, lambda))}</td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function worthOf({ score, tool }: Source["predicted"][number], lambda: number | null): number {
  return score - (lambda ?? 0) * (tool.usdPerThousand ?? 0);
}
