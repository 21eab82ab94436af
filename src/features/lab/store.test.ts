/** The Lab with a real HTTP server: an interrupted and resumed batch has the same results. */
import "fake-indexeddb/auto";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { type ChatServer, startChatServer } from "../../../e2e/servers/chat-server.ts";
import { readPipeline } from "../../evaluation/pipelines/read/read-pipeline.ts";
import type { LabResult } from "../../evaluation/types.ts";
import {
  configurations,
  draftOf,
  largeReply,
  openTab,
  sharedLocks,
  type Tab,
} from "../../testing/state/lab-world.ts";

let count = 0;
const fresh = () => `lab-${++count}`;
const servers: ChatServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close().catch(() => undefined);
});

async function serve(port = 0, script = largeReply): Promise<ChatServer> {
  const server = await startChatServer({ script, port });
  servers.push(server);
  return server;
}

const open = (tab: Tab) => tab.lab.store.getState().open;
const until = async (what: () => boolean) => {
  while (!what()) await new Promise((resolve) => setTimeout(resolve, 2));
};

/** A batch's results without times, costs and cache counts. */
function figures(results: readonly LabResult[]) {
  const spent = ({ calls, largeCalls, tokens, largeTokens, usd }: LabResult["total"]) => [
    calls,
    largeCalls,
    tokens,
    largeTokens,
    usd,
  ];
  return results
    .map(({ question, configuration, outcome, prediction, metrics, total, byStage }) => ({
      key: `${question} ${configuration}`,
      outcome,
      prediction,
      metrics,
      total: spent(total),
      byStage: [spent(byStage.plan), spent(byStage.solve), spent(byStage.summarise)],
    }))
    .sort((a, b) => a.key.localeCompare(b.key));
}

async function made(tab: Tab, draft = draftOf(2)): Promise<string> {
  const id = await tab.lab.create(draft);
  if (id === null) throw new Error(JSON.stringify(tab.lab.store.getState().error));
  await tab.lab.open(id);
  return id;
}

describe("100 questions in all eight combinations", () => {
  it("end the same whether interrupted by reload, killed worker and server or not, and a flip costs no call", {
    timeout: 600_000,
  }, async () => {
    const quiet = await serve();
    const calm = openTab({ database: fresh(), locks: sharedLocks(), baseUrl: quiet.baseUrl });
    await calm.lab.start(await made(calm, draftOf(100)));
    expect(open(calm)?.progress).toMatchObject({ phase: "done", done: 800, failed: 0 });
    const whole = open(calm)?.results ?? [];

    const database = fresh();
    const locks = sharedLocks();
    const server = await serve();
    const first = openTab({ database, locks, baseUrl: server.baseUrl });
    const id = await made(first, draftOf(100));
    void first.lab.start(id);
    await until(() => (open(first)?.progress.done ?? 0) >= 150);
    await first.crash();

    const second = openTab({ database, locks, baseUrl: server.baseUrl });
    await second.lab.open(id);
    const kept = open(second)?.results.length ?? 0;
    expect(kept).toBeGreaterThanOrEqual(149);
    const running = second.lab.start(id);
    await until(() => (open(second)?.progress.done ?? 0) >= 300);
    second.killWorker();
    await until(() => (open(second)?.progress.done ?? 0) >= 400);
    expect(second.loads()).toBe(2);
    const { port } = new URL(server.baseUrl);
    await server.close();
    await running;
    expect(open(second)?.progress).toMatchObject({ phase: "paused", reason: "server", failed: 0 });
    expect(open(second)?.progress.error?.code).toBe("remote-unreachable-or-cors");

    const back = await serve(Number(port));
    await second.lab.start(id);
    expect(open(second)?.progress).toMatchObject({ phase: "done", done: 800, failed: 0 });
    expect(figures(open(second)?.results ?? [])).toEqual(figures(whole));
    const right = whole.filter(({ metrics }) => metrics.em === 1).length;
    expect(right).toBeGreaterThan(100);
    expect(right).toBeLessThan(800);

    const asked = [back.calls.length, second.smallCalls()];
    const flipped = configurations.filter(({ id: one }) => one === "LSL");
    const flip = await made(second, draftOf(100, { configurations: flipped }));
    await second.lab.start(flip);
    expect(open(second)?.progress).toMatchObject({
      phase: "done",
      done: 100,
      failed: 0,
      paidUsd: 0,
    });
    expect([back.calls.length, second.smallCalls()]).toEqual(asked);
    const again = open(second)?.results ?? [];
    expect(again.every((one) => one.rememberedCalls === one.total.calls && one.paidUsd === 0)).toBe(
      true,
    );
    const before = whole.filter(({ configuration }) => configuration === "LSL");
    expect(figures(again)).toEqual(figures(before));
  });
});

it("has the same results of three copies of the small model as of one, though one of them dies", {
  timeout: 60_000,
}, async () => {
  const server = await serve();
  const one = openTab({ database: fresh(), locks: sharedLocks(), baseUrl: server.baseUrl });
  await one.lab.start(await made(one, draftOf(9, { atOnce: 1 })));
  const results = open(one)?.results ?? [];
  expect(one.loads()).toBe(1);
  expect(results.some(({ atOnce }) => atOnce !== undefined)).toBe(false);

  const three = openTab({
    database: fresh(),
    locks: sharedLocks(),
    baseUrl: server.baseUrl,
    cores: 4,
  });
  const running = three.lab.start(await made(three, draftOf(9)));
  await until(() => (open(three)?.progress.done ?? 0) >= 10);
  expect(three.loads()).toBe(3);
  three.killWorker(1);
  await running;
  expect(three.loads()).toBe(4);
  expect(open(three)?.progress).toMatchObject({ phase: "done", done: 72, failed: 0, underWay: [] });
  expect(figures(open(three)?.results ?? [])).toEqual(figures(results));
  expect(open(three)?.results.map(({ atOnce }) => atOnce)).toEqual(results.map(() => 4));
});

describe("a batch", { timeout: 60_000 }, () => {
  it("is not run by two tabs; the second shows it and says so", async () => {
    const server = await serve();
    const [database, locks] = [fresh(), sharedLocks()];
    const one = openTab({ database, locks, baseUrl: server.baseUrl });
    const two = openTab({ database, locks, baseUrl: server.baseUrl });
    const id = await made(one, draftOf(6));
    const running = one.lab.start(id);
    await until(() => (open(one)?.progress.done ?? 0) > 0);
    await two.lab.start(id);
    expect(open(two)).toMatchObject({ elsewhere: true, progress: { phase: "idle" } });
    expect(two.smallCalls()).toBe(0);
    await running;
    await until(() => open(two)?.elsewhere === false);
    expect(open(two)?.results).toHaveLength(48);
  });

  it("stops before a call that could cross its budget, across reloads, and goes on with more", async () => {
    const server = await serve();
    const [database, locks] = [fresh(), sharedLocks()];
    const tab = openTab({ database, locks, baseUrl: server.baseUrl });
    const id = await made(tab, draftOf(5, { budgetUsd: 0.004 }));
    await tab.lab.start(id);
    expect(open(tab)?.progress).toMatchObject({ phase: "paused", reason: "budget" });
    expect(open(tab)?.progress.error?.params["period"]).toBe("batch");
    const { promptTokens, completionTokens } = server.totals();
    const billed = (promptTokens + 2 * completionTokens) / 1e6;
    expect(billed).toBeLessThanOrEqual(0.004);
    expect(open(tab)?.progress.paidUsd).toBeCloseTo(billed, 8);
    const later = openTab({ database, locks, baseUrl: server.baseUrl });
    await later.lab.open(id);
    expect(open(later)?.progress.paidUsd).toBeCloseTo(billed, 8);
    await later.lab.setBudget(id, 1);
    await later.lab.start(id);
    expect(open(later)?.progress).toMatchObject({ phase: "done", done: 40, failed: 0 });
  });

  it("runs until it is settled, goes on after a reload, and stays complete", async () => {
    const { baseUrl } = await serve();
    const database = fresh();
    const locks = sharedLocks();
    const first = openTab({ database, locks, baseUrl });
    const id = await made(first, draftOf(40, { untilSettled: true }));
    void first.lab.start(id);
    await until(() => (open(first)?.progress.done ?? 0) >= 60);
    await first.crash();

    const second = openTab({ database, locks, baseUrl });
    await second.lab.start(id);
    const { progress, batch } = open(second) ?? {};
    expect(progress).toMatchObject({ phase: "done", settling: { isOver: true } });
    const done = progress?.done ?? 0;
    expect(done).toBeLessThan(320);
    expect(progress?.total).toBe(done);
    expect(batch?.spared).toBe(320 - done);

    const third = openTab({ database, locks, baseUrl });
    await third.lab.list();
    expect(third.lab.store.getState().list).toMatchObject({ batches: [{ total: done, done }] });
    await third.lab.open(id);
    expect(open(third)?.progress).toMatchObject({ phase: "done", settling: progress?.settling });
    const report = await third.lab.exportFile(id, "report");
    const copy = await third.lab.importReport(report?.blob ?? new Blob());
    await third.lab.open(copy ?? "");
    expect(open(third)).toMatchObject({
      imported: true,
      batch: { spared: 320 - done },
      progress: { settling: progress?.settling },
    });
  });

  it("waits visibly as long as a busy server asks, and loses nothing", async () => {
    let refused = 0;
    const server = await serve(0, (request) => {
      if (refused >= 2) return largeReply(request);
      refused += 1;
      return { kind: "rate-limited", retryAfterSeconds: 7 };
    });
    const slept: number[] = [];
    const phases: unknown[] = [];
    const tab = openTab({
      database: fresh(),
      locks: sharedLocks(),
      baseUrl: server.baseUrl,
      sleep: async (ms) => {
        slept.push(ms);
        await new Promise((resolve) => setTimeout(resolve, 20));
        phases.push(
          open(tab)?.progress.phase,
          (open(tab)?.progress.waitingUntilEpochMs ?? 0) > Date.now(),
        );
      },
    });
    await tab.lab.start(await made(tab, draftOf(1)));
    expect(slept.slice(0, 2)).toEqual([7000, expect.any(Number)]);
    expect(phases.slice(0, 2)).toEqual(["waiting", true]);
    expect(open(tab)?.progress).toMatchObject({ phase: "done", done: 8, failed: 0 });
  });

  it("keeps a failed question as a result with its error, and asks it again when told to", async () => {
    let faulty = true;
    const server = await serve(0, (request) => {
      const asked = request.messages.at(-1)?.content ?? "";
      return faulty && asked.includes("Country1?") ? { kind: "html" } : largeReply(request);
    });
    const tab = openTab({ database: fresh(), locks: sharedLocks(), baseUrl: server.baseUrl });
    const one = configurations.filter(({ id }) => id === "LSS");
    const id = await made(tab, draftOf(3, { configurations: one }));
    await tab.lab.start(id);
    expect(open(tab)?.progress).toMatchObject({
      phase: "done",
      failed: 1,
      errors: [{ code: "remote-bad-response", count: 1 }],
    });
    faulty = false;
    await tab.lab.retryFailed(id);
    expect(open(tab)?.progress).toMatchObject({ phase: "done", done: 3, failed: 0, errors: [] });
  });

  it("pauses after the running question, and stops within it", async () => {
    const server = await serve();
    const tab = openTab({ database: fresh(), locks: sharedLocks(), baseUrl: server.baseUrl });
    const id = await made(tab, draftOf(20));
    const running = tab.lab.start(id);
    await until(() => (open(tab)?.progress.done ?? 0) >= 3);
    tab.lab.pause();
    await running;
    expect(open(tab)?.progress).toMatchObject({ phase: "paused", reason: "asked", failed: 0 });
    const again = tab.lab.start(id);
    const from = open(tab)?.progress.done ?? 0;
    await until(() => (open(tab)?.progress.done ?? 0) > from + 3);
    tab.lab.stop();
    await again;
    expect(open(tab)?.progress).toMatchObject({ phase: "paused", reason: "asked", failed: 0 });
    expect(tab.lab.store.getState().running).toBeNull();
  });

  it("meets a full storage with a choice, and goes on without logs", async () => {
    const server = await serve();
    const tab = openTab({ database: fresh(), locks: sharedLocks(), baseUrl: server.baseUrl });
    const { storage } = tab.host.lab;
    const { AppError } = await import("../../log/errors.ts");
    const keep = storage.keep;
    storage.keep = (result, log) =>
      log === null ? keep(result, log) : Promise.reject(new AppError("quota-exceeded"));
    const id = await made(tab, draftOf(2));
    await tab.lab.start(id);
    expect(open(tab)?.progress).toMatchObject({ phase: "paused", reason: "storage", done: 0 });
    await tab.lab.settleStorage("without-logs");
    expect(open(tab)).toMatchObject({ keepsLogs: false, progress: { phase: "done", done: 16 } });
    expect(await tab.lab.log(id, "q0", "SSS")).toBeNull();
  });

  it("goes out as a report and comes in again whole, with its logs and questions", async () => {
    const server = await serve();
    const tab = openTab({ database: fresh(), locks: sharedLocks(), baseUrl: server.baseUrl });
    const id = await made(tab, draftOf(3));
    await tab.lab.start(id);
    const report = await tab.lab.exportFile(id, "report");
    const other = openTab({ database: fresh(), locks: sharedLocks(), baseUrl: server.baseUrl });
    const got = await other.lab.importReport(report?.blob ?? new Blob());
    expect(got).toBe(id);
    await other.lab.open(id);
    expect(open(other)).toMatchObject({
      imported: true,
      batch: open(tab)?.batch,
      progress: { done: 24, phase: "done" },
    });
    expect(figures(open(other)?.results ?? [])).toEqual(figures(open(tab)?.results ?? []));
    expect(await other.lab.questions(id)).toEqual(await tab.lab.questions(id));
    expect(await other.lab.log(id, "q1", "LSS")).toEqual(await tab.lab.log(id, "q1", "LSS"));
    // Reformatted by another program it is the same report; imported twice it is another batch.
    const text = JSON.stringify(JSON.parse((await report?.blob.text()) ?? ""), null, 2);
    const twice = await other.lab.importReport(new Blob([text]));
    expect(twice).not.toBe(id);
    for (const broken of [
      text.slice(0, 400),
      "{}",
      "",
      (await report?.blob.text())?.slice(0, -50) ?? "",
      gzipSync(text).subarray(0, 400),
    ]) {
      expect(await other.lab.importReport(new Blob([broken]))).toBeNull();
      expect(other.lab.store.getState().error?.code).toBe("lab-report-invalid");
    }
    await other.lab.list();
    expect(other.lab.store.getState().list).toMatchObject({ batches: { length: 2 } });
    const csv = await (await tab.lab.exportFile(id, "results-csv"))?.blob.text();
    expect(csv?.trim().split("\n")).toHaveLength(25);
    const traces = await (await tab.lab.exportFile(id, "traces"))?.blob.text();
    const { runs, bad } = await readPipeline(traces ?? "");
    expect([runs.stages, runs.runs.length, bad]).toEqual([["plan", "read", "conclude"], 24, []]);
    const logs = await (await tab.lab.exportFile(id, "logs"))?.blob.text();
    expect(
      logs
        ?.trim()
        .split("\n")
        .map((line) => JSON.parse(line).log.format),
    ).toEqual(Array(24).fill("hopwise-run"));
  });

  it("is estimated from like results, and unknown without any", async () => {
    const server = await serve();
    const place = { database: fresh(), locks: sharedLocks(), baseUrl: server.baseUrl };
    const tab = openTab(place);
    const draft = draftOf(10);
    expect(await tab.lab.estimate(draft)).toEqual({
      usd: null,
      seconds: null,
      lanes: 1,
      largeCalls: null,
      basedOn: 0,
    });
    const id = await made(tab, draft);
    await tab.lab.start(id);
    const { usd, largeCalls, basedOn } = await tab.lab.estimate(draft);
    const spent = (open(tab)?.results ?? []).reduce((sum, { total }) => sum + (total.usd ?? 0), 0);
    expect(basedOn).toBe(10);
    expect(usd?.low).toBeLessThanOrEqual(spent);
    expect(usd?.high).toBeGreaterThanOrEqual(spent);
    expect(largeCalls?.low).toBeGreaterThan(0);
    expect(await tab.lab.estimateLeft(id)).toMatchObject({ usd: { low: 0, high: 0 } });
    const [alone, four] = [
      await tab.lab.estimate({ ...draft, atOnce: 1 }),
      await openTab({ ...place, cores: 5 }).lab.estimate(draft),
    ];
    expect([alone.lanes, four.lanes]).toEqual([1, 4]);
    expect(four.seconds?.high).toBeCloseTo((alone.seconds?.high ?? 0) / four.lanes);
  });

  it("names a large model only where one is used", async () => {
    const tab = openTab({
      database: fresh(),
      locks: sharedLocks(),
      baseUrl: "http://a.example/v1",
    });
    await made(tab, draftOf(1));
    expect(open(tab)?.batch.models.large).toBe("fake-large");
    await made(
      tab,
      draftOf(1, { configurations: configurations.filter(({ id }) => id === "SSS") }),
    );
    expect(open(tab)?.batch).toMatchObject({ models: { large: null }, largePrice: null });
  });

  it("refuses another large model or library than it was begun with", async () => {
    const server = await serve();
    const tab = openTab({ database: fresh(), locks: sharedLocks(), baseUrl: server.baseUrl });
    const id = await made(tab, draftOf(1));
    const { settings } = tab.host;
    settings.getState().change({ large: { ...settings.getState().large, model: "another" } });
    await tab.lab.start(id);
    expect(open(tab)?.progress).toMatchObject({
      phase: "paused",
      error: { code: "lab-models-changed" },
    });
    settings.getState().change({ large: { ...settings.getState().large, model: "fake-large" } });
    const shared = await made(tab, draftOf(1, { library: "shared" }));
    await tab.lab.start(shared);
    expect(open(tab)?.progress).toMatchObject({ phase: "done" });
    const { storage } = tab.host.lab;
    expect((await storage.batch(shared))?.batch.libraryId).toBe("fake");
    await storage.change(shared, (one) => ({
      ...one,
      batch: { ...one.batch, libraryId: "factbook", questionCount: 2 },
    }));
    await tab.lab.start(shared);
    expect(open(tab)?.progress).toMatchObject({
      phase: "paused",
      error: { code: "lab-library-changed" },
    });
  });

  it("says which batch an address asked for, when there is none", async () => {
    const tab = openTab({
      database: fresh(),
      locks: sharedLocks(),
      baseUrl: "http://a.example/v1",
    });
    const id = `gone-${"x".repeat(500)}`;
    await tab.lab.open(id);
    expect(tab.lab.store.getState().error).toEqual({
      code: "lab-batch-missing",
      params: { id: id.slice(0, 80) },
      retryable: false,
    });
  });
});
