/**
 * Decides which data may leave the device (`settings.privacy`, docs/hosting-and-security.md): every
 * call and search asks before sending. Reads the run's log, so it knows what was read and which
 * words come from there.
 */

import type { RunEvent } from "../../log/events.ts";
import type { PrivacyLevel } from "../../log/types.ts";
import type { Prompt, PromptValues } from "../prompt-template.ts";
import { Quotes } from "./quotes.ts";
import { isPrivate } from "./visibility.ts";

/** Nothing may leave, or the text quotes passages, or it reveals findings. */
export type WithheldReason = "nothing" | "passages" | "findings";

/** The project's own words. */
const ownWords: ReadonlySet<string> = new Set(["examples", "may"]);
/** All other fields hold answers or retrieved text. */
const questionFields: ReadonlySet<string> = new Set(["question", "query"]);
/** A history contains its turns' references. */
const quoted: ReadonlySet<string> = new Set(["passages", "reference", "history"]);

export class PrivacyGate {
  readonly #level: PrivacyLevel;
  #privateLibrary = false;
  /** Anything written from now on may reveal private text. */
  #hasRead = false;
  /** Texts written without access to private text. */
  readonly #clean: string[];
  readonly #cleanCalls = new Set<string>();
  readonly #quotes: Quotes;

  constructor(level: PrivacyLevel, question: string) {
    this.#level = level;
    this.#clean = [question];
    this.#quotes = new Quotes({ exempt: question, wholeWhenShort: true });
  }

  see(event: RunEvent): void {
    switch (event.type) {
      case "run-start":
      case "run-resume":
        this.#privateLibrary = isPrivate(event.library);
        return;
      case "retrieval": {
        const isOwn = event.tool === undefined ? this.#privateLibrary : isPrivate(event.tool);
        if (!isOwn || event.passages.length === 0) return;
        this.#hasRead = true;
        for (const { title, text } of event.passages) {
          this.#quotes.add(`${title} ${text}`);
          this.#quotes.add(text);
        }
        return;
      }
      case "call-start":
        if (!this.#hasRead) this.#cleanCalls.add(event.call);
        return;
      case "call-end":
        if (this.#cleanCalls.has(event.call)) this.#clean.push(event.output);
        return;
      default:
        return;
    }
  }

  /** The call's prompt held nothing private, so its output cannot. */
  vouchFor(call: string, prompt: Prompt): void {
    if (this.#tellsOnlyQuestions(prompt)) this.#cleanCalls.add(call);
  }

  withholdsAll(destination: string): boolean {
    return this.#level === "nothing" && destination !== "device";
  }

  /** Null if it may go there. */
  withholdsPrompt(prompt: Prompt, destination: string): WithheldReason | null {
    if (destination === "device") return null;
    switch (this.#level) {
      case "everything":
        return null;
      case "no-passages":
        return this.#hasRead && this.#isQuotedIn(prompt) ? "passages" : null;
      case "no-findings":
        return this.#tellsOnlyQuestions(prompt) ? null : "findings";
      case "nothing":
        return "nothing";
    }
  }

  /** Null if the text may be searched for there. */
  withholdsSearch(text: string, destination: string): WithheldReason | null {
    if (destination === "device") return null;
    switch (this.#level) {
      case "everything":
        return null;
      case "no-passages":
        return this.#quotes.isIn(text) ? "passages" : null;
      case "no-findings":
        return this.#isClean(text) ? null : "findings";
      case "nothing":
        return "nothing";
    }
  }

  #isQuotedIn(prompt: Prompt): boolean {
    const values = prompt.from?.values ?? { prompt: prompt.messages };
    const isShown = Object.entries(values).some(
      ([name, value]) => quoted.has(name) && value.length > 0,
    );
    return isShown || textsOf(prompt, values).some((text) => this.#quotes.isIn(text));
  }

  #tellsOnlyQuestions(prompt: Prompt): boolean {
    if (!this.#hasRead) return true;
    const { from } = prompt;
    if (from === undefined) return false;
    const values = Object.entries(from.values).every(([name, value]) => {
      if (ownWords.has(name) || value.length === 0) return true;
      return questionFields.has(name) && typeof value === "string" && this.#isClean(value);
    });
    const begun = prompt.assistantPrefix ?? "";
    return values && this.#isClean(begun) && wordsToChoose(prompt).every(isPlain);
  }

  #isClean(text: string): boolean {
    return !this.#hasRead || this.#clean.some((one) => one.includes(text));
  }
}

/** These options are the same in every run. */
function isPlain(option: string): boolean {
  return option === "yes" || option === "no" || option === "none";
}

function wordsToChoose({ constraint }: Prompt): readonly string[] {
  switch (constraint?.kind) {
    case "choice":
      return constraint.options;
    case "span":
      return [...constraint.texts, ...constraint.alternatives];
    case "grammar":
      return [constraint.grammar];
    // A schema's names are the prompt's own.
    case "json":
    case undefined:
      return [];
  }
}

function textsOf(prompt: Prompt, values: PromptValues): string[] {
  const filled = Object.entries(values).flatMap(([name, value]) => {
    if (ownWords.has(name)) return [];
    return typeof value === "string" ? [value] : value.map(({ content }) => content);
  });
  return [...filled, prompt.assistantPrefix ?? "", ...wordsToChoose(prompt)];
}
