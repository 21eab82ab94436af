import { useId } from "react";
import { useView } from "../../../app/runtime/runtime-context.ts";
import { TextButton } from "../../../ui-kit/Button.tsx";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { decimal } from "../../../ui-kit/text/format.ts";
import { dollars, routerText as words } from "../text/router.ts";
import { Section } from "./Pieces.tsx";
import sheet from "./Router.module.css";
import type { RouterTool, RouterToolSelection } from "./use-router-tools.ts";

const css = classes(sheet);

export function ToolsTable({ tools, chosen, tick, setPrice }: RouterToolSelection) {
  const openSettings = useView((state) => state.openSettings);
  const close = useView((state) => state.close);
  return (
    <Section title={words.toolsTitle}>
      <p className={css("soft")}>{words.toolsHelp}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className={css("scroll")} tabIndex={0} aria-label={words.toolsTable}>
        <table className={css("table")}>
          <thead>
            <tr>
              <th scope="col">{words.tool}</th>
              <th scope="col" className={css("figure")}>
                {words.price}
              </th>
              <th scope="col" className={css("figure")}>
                {words.answered}
              </th>
              <th scope="col" className={css("figure")}>
                {words.meanScore}
              </th>
            </tr>
          </thead>
          <tbody>
            {tools.map((tool) => (
              <ToolRow
                key={tool.id}
                tool={tool}
                isChosen={chosen.includes(tool.id)}
                onTick={(on) => tick(tool.id, on)}
                onPrice={(price) => setPrice(tool.id, price)}
              />
            ))}
          </tbody>
        </table>
      </section>
      <p>
        <TextButton
          onClick={() => {
            close("router");
            openSettings("tools");
          }}
        >
          {words.openSettings}
        </TextButton>
      </p>
    </Section>
  );
}

function ToolRow(props: {
  tool: RouterTool;
  isChosen: boolean;
  onTick: (on: boolean) => void;
  onPrice: (price: number | null) => void;
}) {
  const { tool, isChosen, onTick, onPrice } = props;
  const id = useId();
  return (
    <tr>
      <th scope="row">
        <span className={css("tick")}>
          <input
            id={id}
            type="checkbox"
            checked={isChosen}
            onChange={(event) => onTick(event.target.checked)}
          />
          <label htmlFor={id}>{tool.title}</label>
        </span>
      </th>
      <td className={css("figure")}>
        {tool.kind === "absent" ? (
          <input
            className={css("priceField")}
            type="number"
            min={0}
            step="any"
            aria-label={words.priceOf(tool.id)}
            value={tool.price ?? ""}
            onChange={(event) => {
              const price = event.target.value === "" ? null : event.target.valueAsNumber;
              if (price === null || price >= 0) onPrice(price);
            }}
          />
        ) : (
          dollars(tool.price)
        )}
      </td>
      <td className={css("figure")}>{tool.answered}</td>
      <td className={css("figure")}>{decimal(tool.meanScore)}</td>
    </tr>
  );
}
