/** After the answer, decides whether asking again another way is worth its price. */
import { toAppError } from "../log/errors.ts";
import type { RunEventOf } from "../log/events.ts";
import type { Context, Steps } from "./context.ts";
import type { MethodParts } from "./method.ts";

export async function* answered(
  method: Pick<MethodParts, "execute">,
  context: Context,
): Steps<void> {
  yield* method.execute(context);
  const weighed = yield* weigh(context);
  if (weighed === null || weighed.chosen === null) return;
  const { seq: _place, atMs: _when, ...told } = weighed;
  try {
    yield* method.execute(context);
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.code === "stopped" || error.code === "run-not-repeatable" || context.signal.aborted) {
      throw error;
    }
    // `chosen: null` with an error or `after`: the first answer is kept.
    yield context.event({ ...told, chosen: null, error: error.toData(), totalMs: 0 });
    return;
  }
  const after = context.ports.worth?.sureOf(context.trace) ?? null;
  // A large model may know less than the library.
  if (after === null || weighed.sure === null || after >= weighed.sure) return;
  yield context.event({ ...told, chosen: null, after, totalMs: 0 });
}

/** Null if not requested, or if a chain's log has it. */
async function* weigh(context: Context): Steps<RunEventOf<"worth"> | null> {
  const recorded = context.recorded("worth");
  if (recorded !== null) {
    yield context.pass(recorded);
    return recorded;
  }
  const { worth: judge } = context.ports;
  const { worth: wanted } = context.settings;
  const { trace } = context;
  if (wanted === undefined || !judge || trace.worth !== null || trace.answer === null) return null;
  const { pointUsd } = wanted;
  const startedMs = context.elapsedMs();
  const nothing = { sure: null, ways: [], chosen: null, learnt: null };
  const found = await judge.judge({ trace, pointUsd }, context.signal).catch((thrown: unknown) => {
    const error = toAppError(thrown);
    if (error.code === "stopped") throw error;
    return { ...nothing, error: error.toData() };
  });
  const totalMs = context.elapsedMs() - startedMs;
  const event = context.event({ type: "worth", ...found, pointUsd, totalMs });
  yield event;
  return event;
}
