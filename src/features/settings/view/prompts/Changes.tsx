import { diffWordsWithSpace } from "diff";
import { useMemo, useState } from "react";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { promptsText as words } from "../../text/prompts.ts";
import sheet from "./PromptsDialog.module.css";

const css = classes(sheet);

/** Beyond this, the texts have next to nothing in common. */
const mostChanges = 1000;

export function Changes({ published, text }: { published: string; text: string }) {
  const [open, setOpen] = useState(false);
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{words.published}</summary>
      {open ? <Compared published={published} text={text} /> : null}
    </details>
  );
}

function Compared({ published, text }: { published: string; text: string }) {
  const parts = useMemo(
    () => diffWordsWithSpace(published, text, { maxEditLength: mostChanges }),
    [published, text],
  );
  if (parts === undefined) {
    return (
      <pre className={css("verbatim")} dir="auto">
        {published}
      </pre>
    );
  }
  return (
    <>
      <p className={css("soft")}>{words.publishedHelp}</p>
      <pre className={css("verbatim")} dir="auto">
        {parts.map(({ value, added, removed }, index) => {
          const Part = added ? "ins" : removed ? "del" : "span";
          // biome-ignore lint/suspicious/noArrayIndexKey: they are made anew in their order
          return <Part key={index}>{value}</Part>;
        })}
      </pre>
    </>
  );
}
