/** One chain as a short list: what each step asked, what it got, and what came of it. */
import { useId } from "react";
import type { Chain } from "../../../stages/chain-record.ts";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { errorBookText as words } from "../text/error-book.ts";
import sheet from "./ErrorBook.module.css";

const css = classes(sheet);

export function ChainView(props: { title: string; chain: Chain | null; none: string }) {
  const { title, chain, none } = props;
  const id = useId();
  return (
    <section className={css("side")} aria-labelledby={id}>
      <h5 id={id}>{title}</h5>
      {chain === null ? <p className={css("soft")}>{none}</p> : <Steps chain={chain} />}
    </section>
  );
}

function Steps({ chain }: { chain: Chain }) {
  return (
    <>
      <ol className={css("steps")}>
        {chain.steps.map(({ query, answer }, index) => (
          // Steps have no other name than their place, and never change it here.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          <li key={index}>
            <span dir="auto">{query}</span>{" "}
            {answer === null ? (
              <span className={css("soft")}>{words.unsolved}</span>
            ) : (
              <strong dir="auto">{answer}</strong>
            )}
          </li>
        ))}
      </ol>
      <p className={css("final")}>
        {words.final}:{" "}
        {chain.final === "" ? (
          <span className={css("soft")}>{words.noFinal}</span>
        ) : (
          <strong dir="auto">{chain.final}</strong>
        )}
      </p>
    </>
  );
}
