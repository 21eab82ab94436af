import type { ChatEnd, ChatPart, StopSignal } from "../runtime/ports.ts";

export type ChatCall = (emit: (text: string) => void, signal: AbortSignal) => Promise<ChatEnd>;

export function followSignal(signal: StopSignal): AbortController & { release(): void } {
  const controller = new AbortController();
  const onAbort = () => controller.abort(signal.reason);
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort);
  return Object.assign(controller, {
    release: () => signal.removeEventListener("abort", onAbort),
  });
}

/** Leaving early aborts the call. */
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
