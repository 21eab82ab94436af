import { describe, expect, it } from "vitest";
import { analysePipeline } from "../../evaluation/pipelines/analyse-pipeline.ts";
import { pipelineTable } from "../../evaluation/pipelines/runs.ts";
import { runsCsv, strangeCsv, strangeMapping } from "../../testing/lab/pipeline-csv.ts";
import { askedOf, pipelineWorld } from "../../testing/lab/pipeline-world.ts";
import { PlayedWorker } from "../../testing/played-worker.ts";
import { memoryPipelines, pipelineHere } from "../../testing/ui/lab/fake-lab.ts";
import { createPipelineFile, type PipelineView } from "./pipeline-file.ts";
import type { PipelineWorker } from "./pipeline-worker.ts";

const asked = askedOf(pipelineWorld([3, 2], 4), { questions: 40, seed: 5 });
const file = (text: string, name = "runs.csv") => new File([text], name);

describe("a file of another agent's runs", () => {
  it("is read and analysed in the worker, which tells how far it is", async () => {
    const opened = pipelineHere();
    const seen: PipelineView[] = [];
    opened.store.subscribe(({ view }) => seen.push(view));
    await opened.open(file(`${runsCsv(asked)}q,,,1,0,0,0,\n`));
    const { view, isKept } = opened.store.getState();
    if (view.status !== "ready") throw new Error(view.status);
    expect(isKept).toBe(true);
    expect([view.read.runs, view.read.badCount]).toEqual([asked.runs.length, 1]);
    const table = pipelineTable(asked);
    if ("reason" in table) throw new Error(table.reason);
    expect(view.report.analysis).toEqual(analysePipeline(table, { cost: "usd" }));
    const phases = seen.flatMap((one) => (one.status === "working" ? [one.step.phase] : []));
    expect([...new Set(phases)]).toEqual(["file", "rows", "figures"]);
    const turned = await opened.turned(0, 1);
    expect(turned).toHaveLength(40);
    const changes = turned.map(({ before, after }) => after - before);
    expect(changes).toEqual(changes.toSorted((a, b) => b - a));
  });

  it("with strange columns asks for their meaning, and remembers it for the next such file", async () => {
    const storage = memoryPipelines();
    const first = pipelineHere(storage);
    await first.open(file(strangeCsv(asked)));
    expect(first.store.getState().view.status).toBe("columns");
    await first.map(strangeMapping);
    expect(first.store.getState().view.status).toBe("ready");
    const second = pipelineHere(storage);
    await second.open(file(strangeCsv(asked), "more.csv"));
    expect(second.store.getState().view.status).toBe("ready");
  });

  it("is there again after a reload, until it is forgotten", async () => {
    const storage = memoryPipelines();
    await pipelineHere(storage).open(file(runsCsv(asked)));
    const later = pipelineHere(storage);
    await later.resume();
    expect(later.store.getState()).toMatchObject({ name: "runs.csv", isKept: true });
    expect(later.store.getState().view.status).toBe("ready");
    await later.forget();
    const last = pipelineHere(storage);
    await last.resume();
    expect(last.store.getState().view.status).toBe("absent");
  });

  it("that there is no room for is shown, and said not to be kept", async () => {
    const full = { ...memoryPipelines(), keep: () => Promise.reject(new Error("full")) };
    const opened = pipelineHere(full);
    await opened.open(file(runsCsv(asked)));
    expect(opened.store.getState()).toMatchObject({ isKept: false, view: { status: "ready" } });
  });

  it("that is no table of runs says so", async () => {
    const opened = pipelineHere();
    await opened.open(file('{"resourceSpans":[]}', "traces.json"));
    const { view } = opened.store.getState();
    if (view.status !== "unfit") throw new Error(view.status);
    expect(view.read.unfit).toEqual({ reason: "no-runs" });
  });

  it("is stopped by ending its worker, and read again", async () => {
    const workers: PlayedWorker[] = [];
    const hangs: PipelineWorker = {
      read: () => new Promise(() => undefined),
      analyse: () => new Promise(() => undefined),
      turned: () => new Promise(() => undefined),
      rows: () => new Promise(() => undefined),
      scores: () => new Promise(() => undefined),
    };
    const opened = createPipelineFile(memoryPipelines(), () => {
      const worker = new PlayedWorker(hangs);
      workers.push(worker);
      return worker;
    });
    const reading = opened.open(file(runsCsv(asked)));
    opened.stop();
    await reading;
    expect(opened.store.getState().view.status).toBe("stopped");
    expect(workers.map(({ terminated }) => terminated)).toEqual([true]);
    void opened.again();
    await expect.poll(() => workers.length).toBe(2);
  });
});
