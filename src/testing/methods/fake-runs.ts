import type { RunEvent, RunEventOf } from "../../log/events.ts";
import type { RunSettings } from "../../log/types.ts";
import { run } from "../../methods/registry.ts";
import type { ChatModel } from "../../runtime/ports.ts";
import {
  collect,
  type FakeReply,
  type FakeScript,
  FakeSignal,
  fakePorts,
  fakeSettings,
} from "../fakes.ts";

export const question = "Which river runs through the capital of Austria?";

type Replies = Partial<Record<string, FakeReply | string | (FakeReply | string)[]>>;

/** A list's last entry repeats. */
export function replying(replies: Replies): FakeScript {
  const used = new Map<string, number>();
  return ({ purpose }) => {
    const reply = replies[purpose] ?? "";
    if (!Array.isArray(reply)) return reply;
    const index = used.get(purpose) ?? 0;
    used.set(purpose, index + 1);
    return reply[Math.min(index, reply.length - 1)] ?? "";
  };
}

export async function ask(
  small: ChatModel,
  changes: Partial<RunSettings> = {},
  large: ChatModel | null = null,
  signal = new FakeSignal(),
): Promise<RunEvent[]> {
  const settings = { ...fakeSettings, ...changes };
  return collect(run({ runId: "r", question, settings }, fakePorts(small, large), signal));
}

export const ofType = <T extends RunEvent["type"]>(events: readonly RunEvent[], type: T) =>
  events.filter((event): event is RunEventOf<T> => event.type === type);

export const verdicts = (events: readonly RunEvent[]) =>
  ofType(events, "verdict").map((e) => e.verdict);

export const completing = () =>
  replying({
    plan: "What is the capital of Austria?",
    read: ["Vienna", "Danube"],
    continue: ["Q2: Which river runs through Vienna?", "Final: Danube"],
    summarise: "Danube",
  });
