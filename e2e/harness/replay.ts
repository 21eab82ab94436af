/** Node's core goes through a log from standard input, and prints what it logs itself. */
import { text } from "node:stream/consumers";
import { openRunFile, writeRunFile } from "../../src/log/file.ts";
import { run } from "../../src/methods/registry.ts";
import { collect, fakeModel, fakePorts, fakeReader } from "../../src/testing/fakes.ts";

const events = openRunFile(await text(process.stdin));
const [start] = events;
const call = events.find((event) => event.type === "call-start");
if (start?.type !== "run-start" || call?.type !== "call-start") throw new Error("not a run");
// The models' outputs and the passages found are the log's; nobody else is asked.
const ports = fakePorts(
  fakeModel("small", () => "not asked", call.model),
  null,
  fakeReader(() => ({})),
);
const resume = { events, beforeSeq: events.length - 1, node: null };
const { runId, question, settings } = start;
const { signal } = new AbortController();
const again = await collect(run({ runId, question, settings, resume }, ports, signal));
process.stdout.write(writeRunFile(again));
