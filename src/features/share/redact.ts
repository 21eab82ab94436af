/**
 * Before a run leaves the device, removes the user's documents (passages, names, ids), every prompt
 * and output of a run that read them, and longer quotes. Service errors are always removed: they
 * may repeat a key or address.
 */

import type { ErrorData } from "../../log/errors.ts";
import type { RunEvent, RunEventOf } from "../../log/events.ts";
import type { RunSettings, ScoredPassage } from "../../log/types.ts";
import { Quotes } from "../../runtime/privacy/quotes.ts";
import { isPrivate } from "../../runtime/privacy/visibility.ts";

export const leftOut = "[…]";

/** Only redaction can construct one. */
export class RedactedLog {
  readonly #events: readonly RunEvent[];
  readonly leavesOut: boolean;

  private constructor(events: readonly RunEvent[], leavesOut: boolean) {
    this.#events = events;
    this.leavesOut = leavesOut;
  }

  static of(log: readonly RunEvent[]): RedactedLog {
    const hidden = hiddenOf(log);
    const events = withoutDeltas(log).map((event, seq) => ({ ...redacted(event, hidden), seq }));
    return new RedactedLog(events, hidden !== null);
  }

  get events(): readonly RunEvent[] {
    return this.#events;
  }
}

/** Null if everything that the run read is public. */
interface Hidden {
  /** New ids by the old ones, which may contain file names. */
  ids: ReadonlyMap<string, string>;
  quotes: Quotes;
}

function hiddenOf(log: readonly RunEvent[]): Hidden | null {
  const ids = new Map<string, string>();
  // Short answers stay, even a whole passage of a few words.
  const quotes = new Quotes({ exempt: "", wholeWhenShort: false });
  let privateLibrary = false;
  let any = false;
  for (const event of log) {
    if (event.type === "run-start" || event.type === "run-resume") {
      privateLibrary = isPrivate(event.library);
      any ||= privateLibrary;
    }
    if (event.type !== "retrieval") continue;
    // Third-party text, but the service may be the user's own.
    if (!privateLibrary && event.tool === undefined) continue;
    if (event.tool !== undefined && !isPrivate(event.tool)) continue;
    any = true;
    for (const { id, title, text } of event.passages) {
      if (!ids.has(id)) ids.set(id, `private-${ids.size + 1}`);
      for (const part of [text, title]) quotes.add(part);
    }
  }
  return any ? { ids, quotes } : null;
}

/** Streamed pieces repeat the call's end; they are kept only if it broke off. */
function withoutDeltas(log: readonly RunEvent[]): RunEvent[] {
  const ended = new Set(log.flatMap((event) => (event.type === "call-end" ? event.call : [])));
  return log.filter((event) => event.type !== "call-delta" || !ended.has(event.call));
}

function redacted(event: RunEvent, hidden: Hidden | null): RunEvent {
  const plain = withoutMessages(event);
  return hidden === null ? plain : withoutDocuments(plain, hidden);
}

function withoutMessages(event: RunEvent): RunEvent {
  switch (event.type) {
    case "call-error":
    case "tool-failure":
      return { ...event, error: bare(event.error) };
    case "run-end":
      return { ...event, error: event.error === null ? null : bare(event.error) };
    case "source":
    case "worth":
      return event.error === undefined ? event : { ...event, error: bare(event.error) };
    default:
      return event;
  }
}

function bare({ code, retryable, params }: ErrorData): ErrorData {
  const withoutText = Object.entries(params).filter(([, value]) => typeof value !== "string");
  return { code, retryable, params: Object.fromEntries(withoutText) };
}

function withoutDocuments(event: RunEvent, hidden: Hidden): RunEvent {
  const cut = (text: string) => hidden.quotes.cutFrom(text, leftOut);
  const id = (passage: string) => hidden.ids.get(passage) ?? passage;
  switch (event.type) {
    case "run-start":
      return {
        ...event,
        question: cut(event.question),
        settings: withoutQuotesInPrompts(event.settings, cut),
        library: unnamed(event.library),
      };
    case "run-resume":
      return {
        ...event,
        settings: withoutQuotesInPrompts(event.settings, cut),
        library: unnamed(event.library),
      };
    case "call-start":
      return { ...event, messages: [], assistantPrefix: "" };
    case "call-delta":
      return { ...event, text: "" };
    case "call-end": {
      const { odds: _words, ...rest } = event;
      return { ...rest, output: "" };
    }
    case "parse-failure":
      return { ...event, detail: "" };
    case "branch-start":
      return withoutQuotesInBranch(event, cut);
    case "query-rewrite":
      return { ...event, search: cut(event.search) };
    case "retrieval":
      return {
        ...event,
        search: cut(event.search),
        passages: event.passages.map((passage) => emptied(passage, hidden)),
      };
    case "gate":
      return { ...event, question: cut(event.question), answer: cut(event.answer) };
    case "filter":
      return {
        ...event,
        judged: event.judged.map((one) => ({ ...one, passageId: id(one.passageId) })),
      };
    case "reading":
      return {
        ...event,
        question: cut(event.question),
        // Unused spans are text of the document.
        readings: event.readings.map(({ spans: _words, ...one }) => {
          return { ...one, passageId: id(one.passageId), span: "" };
        }),
        kept: event.kept.map(id),
      };
    case "second-reading":
      return {
        ...event,
        passageId: id(event.passageId),
        choice: event.choice === null ? null : "",
        span: cut(event.span),
      };
    case "evidence":
      return {
        ...event,
        passages: event.passages.map(id),
        candidates: event.candidates.map((one) => ({ ...one, answer: cut(one.answer) })),
        passageId: event.passageId === null ? null : id(event.passageId),
      };
    case "arithmetic":
      return {
        ...event,
        values: event.values.map(({ node, name, value }) => ({
          node,
          name: cut(name),
          value: cut(value),
        })),
        answer: cut(event.answer),
      };
    case "verdict":
      return {
        ...event,
        span: cut(event.span),
        passageId: event.passageId === null ? null : id(event.passageId),
      };
    case "user-correction":
      return {
        ...event,
        answer: event.answer === null ? null : cut(event.answer),
        replaced: event.replaced === null ? null : cut(event.replaced),
      };
    case "answer":
      return {
        ...event,
        text: cut(event.text),
        short: cut(event.short),
        citations: event.citations.map((one) => ({
          ...one,
          passageId: one.passageId === null ? null : id(one.passageId),
        })),
        path: event.path.map((one) => ({
          ...one,
          query: cut(one.query),
          answer: cut(one.answer),
        })),
      };
    case "node-start":
      return event.query === undefined ? event : { ...event, query: cut(event.query) };
    // None of these contains document text.
    case "stage-start":
    case "stage-end":
    case "decision":
    case "call-error":
    case "source":
    case "worth":
    case "tool-failure":
    case "deviation":
    case "run-end":
      return event;
  }
}

/** The user may have pasted document text into a prompt. */
function withoutQuotesInPrompts(settings: RunSettings, cut: (text: string) => string): RunSettings {
  const { prompts } = settings;
  if (prompts === undefined) return settings;
  const texts = Object.entries(prompts).map(([id, one]) => [id, one.map(cut)]);
  return { ...settings, prompts: Object.fromEntries(texts) };
}

type Library = RunEventOf<"run-start">["library"];

/** The library is named after its file. */
function unnamed(library: Library): Library {
  if (!isPrivate(library)) return library;
  const { passages, visibility } = library;
  return { id: "private", title: "", edition: "", passages, visibility };
}

function emptied(passage: ScoredPassage, { ids }: Hidden): ScoredPassage {
  const id = ids.get(passage.id);
  if (id === undefined) return passage;
  // The place contains the file name.
  const { place: _place, ...rest } = passage;
  return { ...rest, id, title: "", text: "" };
}

function withoutQuotesInBranch(
  event: RunEventOf<"branch-start">,
  cut: (text: string) => string,
): RunEvent {
  return {
    ...event,
    nodes: event.nodes.map(({ id, query, answer }) => ({
      id,
      query: cut(query),
      answer: answer === null ? null : cut(answer),
    })),
    finalContent: event.finalContent === null ? null : cut(event.finalContent),
  };
}
