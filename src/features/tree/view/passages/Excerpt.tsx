import { useEffect, useRef, useState } from "react";
import { useRuntime } from "../../../../app/runtime/runtime-context.ts";
import type { PassagePlace } from "../../../../log/types.ts";
import { type DocumentContent, documentOf } from "../../../../retrieval/libraries/own/record.ts";
import { TextButton } from "../../../../ui-kit/Button.tsx";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import { untilGone } from "../../../../ui-kit/until-gone.ts";
import { libraryText as words } from "../../../library/text/library.ts";
import { Links } from "./Links.tsx";
import sheet from "./PassagePlace.module.css";

const css = classes(sheet);

/** Shown on each side, and added per step. */
const stride = 900;

type Found = { content: DocumentContent | null } | null;

export function Excerpt(props: { library: string; passageId: string; place: PassagePlace }) {
  const { library, passageId, place } = props;
  const document = documentOf(passageId);
  const { libraries } = useRuntime();
  const [found, setFound] = useState<Found>(null);
  useEffect(
    () => untilGone(libraries.content(library, document), (content) => setFound({ content })),
    [libraries, library, document],
  );
  if (found === null) return <p className={css("soft")}>{words.openingDocument}</p>;
  if (found.content === null) return <p className={css("soft")}>{words.documentGone}</p>;
  return <Around text={found.content.text} place={place} />;
}

/** Plain text, never markup; its links are not clickable. */
function Around({ text, place }: { text: string; place: PassagePlace }) {
  const [before, setBefore] = useState(stride);
  const [behind, setBehind] = useState(stride);
  const mark = useRef<HTMLElement>(null);
  // Newer browsers return a promise, which React would take for a cleanup.
  useEffect(() => {
    mark.current?.scrollIntoView({ block: "nearest" });
  }, []);
  const from = Math.max(0, place.from - before);
  const to = Math.min(text.length, place.to + behind);
  return (
    <div className={css("excerpt")}>
      {from > 0 ? (
        <TextButton onClick={() => setBefore(before + 3 * stride)}>{words.earlier}</TextButton>
      ) : null}
      <section
        className={css("text")}
        aria-label={words.excerpt(place.document)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
        tabIndex={0}
      >
        {text.slice(from, place.from)}
        <mark ref={mark}>{text.slice(place.from, place.to)}</mark>
        {text.slice(place.to, to)}
      </section>
      <Links text={text.slice(from, to)} />
      {to < text.length ? (
        <TextButton onClick={() => setBehind(behind + 3 * stride)}>{words.later}</TextButton>
      ) : null}
    </div>
  );
}
