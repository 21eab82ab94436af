import * as z from "zod/mini";
import { choiceField } from "./request.ts";

export interface OutputFilter {
  push(text: string): string;
  flush(): string;
  readonly stopped: boolean;
}

/** Holds back only what may still become prefix or stop. */
export function plainOutput(prefix: string, stops: readonly string[]): OutputFilter {
  let atStart = prefix.trim() !== "";
  let held = "";
  let stopped = false;
  const emit = (ended: boolean): string => {
    if (atStart && !ended && mayBecome(held, prefix)) return "";
    if (atStart) held = withoutPrefix(held, prefix);
    atStart = false;
    const cut = firstStop(held, stops);
    if (cut !== null) {
      stopped = true;
      return held.slice(0, cut);
    }
    const keep = ended ? 0 : longestTail(held, stops);
    const text = held.slice(0, held.length - keep);
    held = held.slice(held.length - keep);
    return text;
  };
  return {
    push(text) {
      if (stopped) return "";
      held += text;
      return emit(false);
    },
    flush: () => (stopped ? "" : emit(true)),
    get stopped() {
      return stopped;
    },
  };
}

/** Servers add leading white space. */
function withoutPrefix(text: string, prefix: string): string {
  const start = text.trimStart();
  const wanted = prefix.trimStart();
  return start.startsWith(wanted) ? start.slice(wanted.length) : text;
}

/** Limited because every piece rescans it. */
const mostSpace = 200;

function mayBecome(text: string, prefix: string): boolean {
  if (text.length > prefix.length + mostSpace) return false;
  const start = text.trimStart();
  const wanted = prefix.trimStart();
  return start.length < wanted.length && wanted.startsWith(start);
}

/**
 * The stop that is complete first counts, even if a longer one began earlier: else the cut would
 * depend on the chunks.
 */
function firstStop(text: string, stops: readonly string[]): number | null {
  let cut: { at: number; end: number } | null = null;
  for (const stop of stops) {
    const at = stop === "" ? -1 : text.indexOf(stop);
    if (at < 0) continue;
    const end = at + stop.length;
    if (cut === null || end < cut.end || (end === cut.end && at < cut.at)) cut = { at, end };
  }
  return cut?.at ?? null;
}

function longestTail(text: string, stops: readonly string[]): number {
  let longest = 0;
  for (const stop of stops) {
    for (let length = Math.min(stop.length - 1, text.length); length > longest; length--) {
      if (stop.startsWith(text.slice(-length))) longest = length;
    }
  }
  return longest;
}

/** The server may or may not repeat the beginning. */
export function begunOutput(beginning: string, rest: OutputFilter): OutputFilter {
  let shown = false;
  const withBeginning = (text: string) => {
    if (text === "" || shown) return text;
    shown = true;
    return `${beginning}${text}`;
  };
  return {
    push: (text) => withBeginning(rest.push(text)),
    flush: () => withBeginning(rest.flush()),
    get stopped() {
      return rest.stopped;
    },
  };
}

const wrapped = z.object({ [choiceField]: z.string() });

/** Unwraps JSON once it is complete; passes anything else through. */
export function wrappedChoice(): OutputFilter {
  let text = "";
  return {
    push(more) {
      text += more;
      return "";
    },
    flush() {
      try {
        const parsed = wrapped.safeParse(JSON.parse(text));
        return parsed.success ? (parsed.data[choiceField] ?? text) : text;
      } catch {
        return text;
      }
    },
    stopped: false,
  };
}
