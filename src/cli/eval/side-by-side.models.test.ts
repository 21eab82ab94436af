/** Real models give the same report in parallel and in sequence. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hopwise-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function reportOf(...args: string[]) {
  const out = join(folder, `${args.join("")}.lab.json`);
  const command = ["tsx", "src/cli/eval.ts", "--data", "public/questions/factbook.jsonl"];
  const options = ["--limit", "8", "--seed", "1", "--threads", "1", "--quiet", "--out", out];
  await promisify(execFile)("npx", [...command, ...options, ...args], { maxBuffer: 64e6 });
  const { results, logs } = JSON.parse(await readFile(out, "utf8"));
  return { results, logs };
}

/** No output depends on these. */
const passing = new Set(
  "seconds atMs totalMs queueMs firstTokenMs startedAtEpochMs cachedTokens batch atOnce runId".split(
    " ",
  ),
);
function lasting(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (key, part: unknown) => (passing.has(key) ? undefined : part)),
  );
}

it("answers, calls, tokens and rows are those of one question at a time, log by log", {
  timeout: 600_000,
}, async () => {
  const one = await reportOf("--at-once", "1");
  expect(one.results).toHaveLength(8);
  expect(JSON.stringify(one.logs)).toContain('"type":"call-end"');
  for (const args of [
    ["--at-once", "2", "--copies", "1"],
    ["--at-once", "3", "--copies", "2"],
  ]) {
    const several = await reportOf(...args);
    expect(several.results[0]).toHaveProperty("atOnce", Number(args[1]));
    expect(lasting(several)).toEqual(lasting(one));
  }
});
