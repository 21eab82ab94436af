/** Between the two shapes of a chat call: a callback for text, and a stream of parts. */
import type { ChatEnd, ChatPart, StopSignal } from "../runtime/ports.ts";

/** A chat call in callback form: `emit` gets each piece of text, the promise the end. */
export type ChatCall = (emit: (text: string) => void, signal: AbortSignal) => Promise<ChatEnd>;

/** An `AbortSignal` that follows a core signal and can also be aborted alone. */
export function followSignal(signal: StopSignal): AbortController & { release(): void } {
  const controller = new AbortController();
  const onAbort = () => controller.abort(signal.reason);
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort);
  return Object.assign(controller, {
    release: () => signal.removeEventListener("abort", onAbort),
  });
}

/** Runs the call as a stream. A consumer that leaves early aborts the call. */
export async function* streamParts(
  call: ChatCall,
  signal: StopSignal,
): AsyncGenerator<ChatPart, void, undefined> {
  const controller = followSignal(signal);
  const waiting: string[] = [];
  let wake = () => {};
  let settled = false;
  const end = call((text) => {
    waiting.push(text);
    wake();
  }, controller.signal);
  const onSettled = () => {
    settled = true;
    wake();
  };
  const watch = end.then(onSettled, onSettled);
  try {
    while (true) {
      for (let text = waiting.shift(); text !== undefined; text = waiting.shift()) {
        yield { type: "delta", text };
      }
      if (settled) break;
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    yield await end;
  } finally {
    controller.release();
    if (!settled) controller.abort();
    await watch;
  }
}
