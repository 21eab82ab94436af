import { AppError } from "../../log/errors.ts";
import type { RunEvent } from "../../log/events.ts";
import type { RunSettings } from "../../log/types.ts";
import { findMethod } from "../../methods/index.ts";
import { run } from "../../methods/registry.ts";
import type { ChatModel, Embedder, PassageReader } from "../../runtime/ports.ts";
import { collect, FakeSignal, fakePorts } from "../fakes.ts";
import { question as asked } from "./fake-runs.ts";

export interface FakeWorld {
  large?: ChatModel;
  reader?: PassageReader;
  embedder?: Embedder;
  changes?: Partial<RunSettings>;
  signal?: FakeSignal;
  question?: string;
}

export async function askBaseline(
  id: string,
  small: ChatModel,
  {
    large,
    reader,
    embedder,
    changes = {},
    signal = new FakeSignal(),
    question = asked,
  }: FakeWorld = {},
): Promise<RunEvent[]> {
  const preset = findMethod(id).presets.find(
    ({ settings }) => settings.solve === (large === undefined ? "small" : "large"),
  );
  if (preset === undefined) throw new AppError("internal", { method: id });
  const ports = fakePorts(small, large ?? null, reader ?? null);
  const settings = { ...preset.settings, evidence: false, ...changes };
  const request = { runId: "r", question, settings };
  return collect(run(request, { ...ports, embedder: embedder ?? ports.embedder }, signal));
}

export function told(events: readonly RunEvent[]): string[] {
  return events.flatMap((event) => lineOf(event) ?? []);
}

function lineOf(event: RunEvent): string | null {
  switch (event.type) {
    case "call-start":
      return `${event.node}: ${event.purpose} by ${event.model.tier}`;
    case "branch-start":
      return `${event.cause}${event.fan ? ", fan" : ""}: ${event.nodes.map(({ id, query }) => `${id} ${query}`).join(" | ")}`;
    case "retrieval":
      return `${event.node}: search "${event.search}"`;
    case "gate":
      return `${event.node}: ${event.known ? "known" : "unknown"}, ${event.score} by ${event.by}`;
    case "verdict":
      return `${event.node}: ${event.verdict}${event.span === "" ? "" : ` "${event.span}"`}`;
    case "deviation":
      return `${event.node}: ${event.switch}`;
    case "parse-failure":
      return `${event.call}: ${event.expected} ${event.resolution}`;
    case "answer":
      return `answer "${event.short}": ${event.text}`;
    case "run-end":
      return event.outcome;
    default:
      return null;
  }
}
