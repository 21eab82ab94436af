import { classes } from "../../../../ui-kit/styles/classes.ts";
import { Links } from "./Links.tsx";
import { markWords } from "./marks.ts";
import sheet from "./PassageText.module.css";

const css = classes(sheet);

export function PassageText({ text, span }: { text: string; span: string }) {
  return (
    <>
      <p className={css("passage")} dir="auto">
        {markWords(text, span).map((piece, index) =>
          piece.marked ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text never reorder
            <mark key={index}>{piece.text}</mark>
          ) : (
            piece.text
          ),
        )}
      </p>
      <Links text={text} />
    </>
  );
}
