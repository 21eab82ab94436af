/** Before version 10 a continuing call belonged to the stage it was made in. */
import { anyEvent, eachOf } from "./fields.ts";

/** Continuations were billed to `solve`, so planning looked like reading. */
export function fromVersion9(value: unknown): unknown {
  const parsed = anyEvent.safeParse(value);
  if (!parsed.success) return value;
  const event = parsed.data;
  switch (event.type) {
    case "run-start":
      return { ...event, version: 10 };
    case "call-start":
      return withRole(event);
    case "run-resume":
      return { ...event, dropped: eachOf(event["dropped"], withRole) };
    default:
      return event;
  }
}

function withRole(value: Record<string, unknown>): Record<string, unknown> {
  return value["purpose"] === "continue" ? { ...value, stage: "plan" } : value;
}
