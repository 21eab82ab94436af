import { useEffect, useRef } from "react";
import { useStore } from "zustand";
import type { Place, Topic } from "../../../../retrieval/libraries/contents/contents.ts";
import type { EmbeddedLibrary } from "../../../../retrieval/libraries/embedded-library.ts";
import { classes } from "../../../../ui-kit/styles/classes.ts";
import type { ContentsStore } from "../../contents-store.ts";
import { browseText as words } from "../../text/browse.ts";
import { Heading } from "./Heading.tsx";
import sheet from "./LibraryPage.module.css";
import { pathOf } from "./place.ts";

const css = classes(sheet);

interface EntryPageProps {
  store: ContentsStore;
  library: EmbeddedLibrary;
  at: string;
}

export function EntryPage({ store, library, at }: EntryPageProps) {
  const found = useStore(store, (state) => state.found);
  useEffect(() => void store.read(at), [store, at]);
  if (found === null || !isOf(found, at)) return <p role="status">{words.reading}</p>;
  if (found.place === null) return <Unknown library={library} at={found.at} />;
  const { entry } = found.place;
  return <Facts key={entry.key} store={store} library={library} place={found.place} />;
}

/** While another entry loads, the old one is hidden. */
function isOf(found: { at: string; place: Place | null }, at: string): boolean {
  return found.at === at || at.split("/")[0] === found.place?.entry.key;
}

function Unknown({ library, at }: { library: EmbeddedLibrary; at: string }) {
  return (
    <>
      <Heading title={words.unknown(at)} takesFocus>
        <p>{words.unknownBody}</p>
      </Heading>
      <p>
        <a href={pathOf(library)}>{words.allEntries}</a>
      </p>
    </>
  );
}

function Facts(props: { store: ContentsStore; library: EmbeddedLibrary; place: Place }) {
  const { store, library, place } = props;
  const { entry, topics, passage, gone } = place;
  const edition = useStore(store, (state) => state.edition);
  return (
    <article className={css("entry")}>
      <nav aria-label={words.library}>
        <a href={pathOf(library)}>{words.allEntries}</a>
      </nav>
      <Heading title={entry.title} takesFocus={passage === null}>
        <p className={css("soft")} dir="auto">
          {words.edition(library.title, edition)}
          {entry.others.length === 0 ? null : `; ${words.also(entry.others)}`}
        </p>
        {gone ? <p role="status">{words.gone}</p> : null}
      </Heading>
      <Topics topics={topics} library={library} />
      {topics.map((topic) => (
        <TopicFacts key={topic.title} topic={topic} linked={passage} />
      ))}
      <Neighbours store={store} library={library} entry={entry.key} />
    </article>
  );
}

function Topics({ topics, library }: { topics: readonly Topic[]; library: EmbeddedLibrary }) {
  if (topics.length < 2) return null;
  return (
    <nav aria-label={words.topics}>
      <ul className={css("topics")}>
        {topics.map(({ title, passages: [first] }) =>
          first === undefined ? null : (
            <li key={title}>
              <a href={pathOf(library, first.id)}>{title}</a>
            </li>
          ),
        )}
      </ul>
    </nav>
  );
}

function TopicFacts({ topic, linked }: { topic: Topic; linked: string | null }) {
  return (
    <section className={css("topic")}>
      {topic.title === "" ? null : <h3 dir="auto">{topic.title}</h3>}
      {topic.passages.map((passage) => (
        <PassageFacts key={passage.id} facts={passage.facts} linked={passage.id === linked} />
      ))}
    </section>
  );
}

function PassageFacts({ facts, linked }: { facts: readonly string[]; linked: boolean }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!linked) return;
    ref.current?.scrollIntoView({ block: "center" });
    ref.current?.focus({ preventScroll: true });
  }, [linked]);
  return (
    <div
      ref={ref}
      className={css("passage", linked && "isLinked")}
      tabIndex={linked ? -1 : undefined}
      aria-current={linked ? "location" : undefined}
    >
      {linked ? <p className={css("badge")}>{words.linked}</p> : null}
      <ul>
        {facts.map((fact, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: facts of one passage never reorder
          <li key={index} dir="auto">
            <Fact text={fact} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Matches "(2025 est.)" and "(since 14 May 2017)". */
const yearAtEnd = /\([^()]*\b\d{4}\b[^()]*\)\.?$/u;

function Fact({ text }: { text: string }) {
  const [year] = yearAtEnd.exec(text) ?? [];
  if (year === undefined) return text;
  return (
    <>
      {text.slice(0, -year.length)}
      <span className={css("year")}>{year}</span>
    </>
  );
}

function Neighbours(props: { store: ContentsStore; library: EmbeddedLibrary; entry: string }) {
  const { store, library, entry } = props;
  const entries = useStore(store, (state) => state.entries);
  const at = entries.findIndex(({ key }) => key === entry);
  const [before, after] = [entries[at - 1], at < 0 ? undefined : entries[at + 1]];
  return (
    <nav className={css("neighbours")} aria-label={words.neighbours}>
      {before === undefined ? null : (
        <a href={pathOf(library, before.key)}>{words.before(before.title)}</a>
      )}
      {after === undefined ? null : (
        <a href={pathOf(library, after.key)}>{words.after(after.title)}</a>
      )}
    </nav>
  );
}
