/** A person's document around one of its passages. */
import { useEffect, useState } from "react";
import type { PassagePlace } from "../../core/types.ts";
import { type DocumentContent, documentOf } from "../../library/documents/record.ts";
import { TextButton } from "../shared/Button.tsx";
import { useRuntime } from "../shared/runtime-context.ts";
import { classes } from "../styles/classes.ts";
import { libraryText as words } from "../text/library-en.ts";
import sheet from "./PassagePlace.module.css";

const css = classes(sheet);

/** Characters shown before and behind a passage at first, and at each step further. */
const stride = 900;

type Found = { content: DocumentContent | null } | null;

export function Excerpt(props: { library: string; passageId: string; place: PassagePlace }) {
  const { library, passageId, place } = props;
  const document = documentOf(passageId);
  const { libraries } = useRuntime();
  const [found, setFound] = useState<Found>(null);
  useEffect(() => {
    let wanted = true;
    void libraries.content(library, document).then((content) => {
      if (wanted) setFound({ content });
    });
    return () => {
      wanted = false;
    };
  }, [libraries, library, document]);
  if (found === null) return <p className={css("soft")}>{words.openingDocument}</p>;
  if (found.content === null) return <p className={css("soft")}>{words.documentGone}</p>;
  return <Around text={found.content.text} place={place} />;
}

/** The text as it is, never as markup; links in it are words. */
function Around({ text, place }: { text: string; place: PassagePlace }) {
  const [before, setBefore] = useState(stride);
  const [behind, setBehind] = useState(stride);
  const from = Math.max(0, place.from - before);
  const to = Math.min(text.length, place.to + behind);
  return (
    <section className={css("excerpt")} aria-label={words.excerpt(place.document)}>
      {from > 0 ? (
        <TextButton onClick={() => setBefore(before + 3 * stride)}>{words.earlier}</TextButton>
      ) : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys must reach it */}
      <div
        className={css("text")}
        tabIndex={0}
        role="group"
        aria-label={words.excerpt(place.document)}
      >
        {text.slice(from, place.from)}
        <mark ref={(mark) => mark?.scrollIntoView({ block: "nearest" })}>
          {text.slice(place.from, place.to)}
        </mark>
        {text.slice(place.to, to)}
      </div>
      {to < text.length ? (
        <TextButton onClick={() => setBehind(behind + 3 * stride)}>{words.later}</TextButton>
      ) : null}
    </section>
  );
}
