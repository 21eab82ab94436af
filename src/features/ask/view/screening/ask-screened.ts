/** Keeps why the question was stopped, or how a follow-up was read. */
import { type AppContext, focusOnRun } from "../../../../app/runtime/runtime-context.ts";
import { answerStateOf } from "../../../../folds/answer-state.ts";
import { checkQuestion } from "../../../../log/question.ts";
import { findEmbedded } from "../../../../retrieval/libraries/embedded-libraries.ts";
import { noNames } from "../../../../retrieval/libraries/manifest.ts";
import { isRunning } from "../../../../session/run-store.ts";
import { askAbout, type Earlier, type ScreeningFacts, screenQuestion } from "../../screening.ts";
import type { FollowUp } from "../../screening-store.ts";

type Runtime = AppContext["runtime"];

export async function askScreened(app: AppContext, draft: string): Promise<void> {
  const { runtime } = app;
  const question = checked(draft);
  // The run on show passed, or its question was asked anyway.
  if (question === null || question === runtime.run.getState().question) {
    await askAnyway(app, draft);
    return;
  }
  const facts = await factsFor(runtime);
  runtime.screening.setState({ screening: false });
  const verdict = screenQuestion(question, facts);
  // Meanwhile a button of the notice may have asked.
  if (isRunning(runtime.run.getState())) return;
  if (verdict.kind === "stop") {
    runtime.screening.setState({ stopped: { draft, stop: verdict.stop } });
    return;
  }
  const { question: asked, resolved } = verdict;
  const before = earlierRun(runtime);
  await start(app, asked, resolved === null ? null : { typed: question, asked, resolved, before });
}

export async function askAnyway(app: AppContext, question: string): Promise<void> {
  const { followUp } = app.runtime.screening.getState();
  await start(app, question, followUp?.asked === question.trim() ? followUp : null);
}

export async function askAboutOther(
  app: AppContext,
  typed: string,
  word: string,
  [antecedent, ...others]: readonly [string, ...string[]],
  before: FollowUp["before"] = earlierRun(app.runtime),
): Promise<void> {
  const asked = askAbout(typed, antecedent);
  app.view.getState().write(asked);
  await start(app, asked, { typed, asked, resolved: { word, antecedent, others }, before });
  focusOnRun();
}

async function start(app: AppContext, question: string, followUp: FollowUp | null): Promise<void> {
  const { runtime, view } = app;
  // Step ids repeat between runs: a step selected in the last run would open in this one.
  view.getState().select(null);
  runtime.screening.setState({ screening: false, stopped: null, followUp });
  await runtime.ask(question);
}

/** Null where asking is refused before any check: nothing typed, or too much. */
function checked(draft: string): string | null {
  try {
    return checkQuestion(draft);
  } catch {
    return null;
  }
}

async function factsFor(runtime: Runtime): Promise<ScreeningFacts> {
  const { library, run } = runtime.settings.getState();
  const embedded = findEmbedded(library);
  const { choice, tool } = run.source;
  const isOnlyLibrary = choice === "fixed" && (tool === "library" || tool === "none");
  const isEnglishLibrary = embedded !== null && isOnlyLibrary;
  const isEarlierOurs = isRecorded(runtime);
  const names = isEnglishLibrary
    ? await runtime
        .reading()
        .then((libraries) => libraries.names(embedded.id))
        .catch(() => noNames)
    : noNames;
  return { isEnglishLibrary, names, earlier: earlierOf(runtime), isEarlierOurs };
}

function isRecorded({ run, history }: Runtime): boolean {
  return run.getState().opened && history.getState().origin === "recorded";
}

function earlierOf({ run }: Runtime): Earlier | null {
  const { phase, trace } = run.getState();
  if (phase !== "ended" || trace.start === null) return null;
  const isFound = answerStateOf(trace)?.kind === "found";
  return {
    question: trace.start.question,
    answer: isFound ? (trace.answer?.short ?? "") : "",
    found: trace.answer?.path.flatMap(({ answer }) => answer ?? []) ?? [],
  };
}

function earlierRun(runtime: Runtime): FollowUp["before"] {
  const { events, question, opened, phase } = runtime.run.getState();
  if (phase !== "ended" || isRecorded(runtime)) return null;
  return { question, events, origin: opened ? runtime.history.getState().origin : "runs" };
}
