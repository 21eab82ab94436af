import { costOfCall, isUnsent } from "../log/cost.ts";
import type { Charge, RunEvent, RunEventOf } from "../log/events.ts";
import type { ModelRef, Price, Tier } from "../log/types.ts";

/**
 * `price` is in US dollars per million tokens. Usage is as reported, else as estimated; all else
 * stays as recorded.
 */
export function repriced(events: readonly RunEvent[], tier: Tier, price: Price): RunEvent[] {
  const under = (model: ModelRef): ModelRef => (model.tier === tier ? { ...model, price } : model);
  const calls = new Map<string, { start: RunEventOf<"call-start">; streamed: string }>();
  return events.map((event) => {
    switch (event.type) {
      case "run-start":
      case "run-resume": {
        const { small, large } = event;
        const models = { small: under(small), large: large === null ? null : under(large) };
        if (event.type === "run-start") return { ...event, ...models };
        return { ...event, ...models, dropped: event.dropped.map((one) => chargeAt(one, under)) };
      }
      case "call-start": {
        calls.set(event.call, { start: event, streamed: "" });
        return { ...event, model: under(event.model) };
      }
      case "call-delta": {
        const call = calls.get(event.call);
        if (call !== undefined) call.streamed += event.text;
        return event;
      }
      case "call-end": {
        const call = calls.get(event.call);
        if (call?.start.model.tier !== tier) return event;
        const { messages, model } = call.start;
        const { output, usage, finish, bytesSent } = event;
        const unsent = isUnsent({ finish, bytesSent, text: output });
        return { ...event, cost: costOfCall(under(model), { messages, output }, usage, unsent) };
      }
      case "call-error": {
        const call = calls.get(event.call);
        if (call?.start.model.tier !== tier) return event;
        // A refused call costs nothing.
        const { bytesSent, error } = event;
        const reached = bytesSent > 0 || call.streamed !== "";
        if (!reached || error.params["charged"] === false) return event;
        const { messages, model } = call.start;
        const text = { messages, output: call.streamed };
        return { ...event, cost: costOfCall(under(model), text, event.usage) };
      }
      default:
        return event;
    }
  });
}

/** A dropped step keeps only its token count. */
function chargeAt(charge: Charge, under: (model: ModelRef) => ModelRef): Charge {
  const { kind, model, usage, cost } = charge;
  if (kind !== "call" || model === null || under(model) === model) return charge;
  const next = under(model);
  const isFree = cost.usd === 0 && charge.bytesSent === 0;
  if (isFree) return { ...charge, model: next };
  const known = usage === null ? null : costOfCall(next, { messages: [], output: "" }, usage);
  const isTold = known !== null && known.basis !== "estimated";
  return { ...charge, model: next, cost: isTold ? known : { usd: null, basis: cost.basis } };
}
