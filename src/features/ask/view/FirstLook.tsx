/** While the language model loads: the passages nearest to the question. The chain replaces them. */
import { useEffect, useState } from "react";
import { useDevice, useRun, useRuntime } from "../../../app/runtime/runtime-context.ts";
import type { Deciding } from "../../../folds/answer-state.ts";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { firstLook } from "../first-look.ts";
import { answerText } from "../text/answer.ts";
import { DecidingPassages } from "./answer/DecidingPassages.tsx";
import sheet from "./FirstLook.module.css";

const css = classes(sheet);
const words = answerText.firstLook;

interface Found {
  question: string;
  passages: readonly Deciding[];
}

export function FirstLook() {
  const { loaders, settings } = useRuntime();
  const question = useRun((state) => state.question);
  const isLoading = useDevice(({ small }) => small.status === "loading");
  const library = useDevice(({ library: state }) =>
    state.status === "ready" ? state.value.library : null,
  );
  const [found, setFound] = useState<Found | null>(null);
  const canLook = isLoading && library !== null && question !== "";
  useEffect(() => {
    if (!canLook) return;
    const gone = new AbortController();
    loaders
      .library(gone.signal)
      .then((open) => firstLook(question, open, settings.getState().run.retrieval, gone.signal))
      .then((passages) => setFound({ question, passages }))
      // The run says why a search fails.
      .catch(() => undefined);
    return () => gone.abort();
  }, [canLook, question, loaders, settings]);
  if (found?.question !== question || found.passages.length === 0 || library === null) return null;
  return (
    <section className={css("look")} aria-labelledby="first-look-title">
      <h3 id="first-look-title">{words.title}</h3>
      <p className={css("about")}>{words.about}</p>
      <DecidingPassages passages={found.passages} lookedIn={library} />
    </section>
  );
}
