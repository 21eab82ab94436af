import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hopwise-roi-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** 40 questions in four setups: a large planner mends nine of ten, a large writer none. */
const lines = ["question,plan_model,write_model,score,usd"];
for (let question = 0; question < 40; question += 1) {
  for (const plan of ["mini", "maxi"]) {
    for (const write of ["mini", "maxi"]) {
      const isRight = plan === "maxi" ? question % 10 > 0 : question % 10 === 1;
      const usd = (plan === "maxi" ? 0.003 : 0.001) + (write === "maxi" ? 0.003 : 0.001);
      lines.push(`q${question},${plan},${write},${Number(isRight)},${usd}`);
    }
  }
}

async function roi(table: readonly string[], ...options: string[]) {
  const file = join(folder, `${randomUUID()}.csv`);
  await writeFile(file, table.join("\n"));
  return roiOf(file, ...options);
}

function roiOf(file: string, ...options: string[]) {
  const parts = ["--import", "tsx", "src/cli/hopwise.ts", "roi", file, ...options];
  return new Promise<{ code: unknown; out: string; complaint: string }>((resolve) => {
    execFile(process.execPath, parts, (error, out, complaint) =>
      resolve({ code: error?.code ?? 0, out, complaint }),
    );
  });
}

it("says which stage pays, what remains open, and exits by what is required", async () => {
  const [met, unmet] = await Promise.all([
    roi(lines, "--require", "plan>=0.5"),
    roi(lines, "--require", "write>=0.01"),
  ]);
  expect(met.code).toBe(0);
  expect(met.out).toMatch(/plan: mini → maxi {2}\+80\.0 \(.*cost \$0\.00200/u);
  expect(met.out).toMatch(/write: mini → maxi {2}\+0\.0 /u);
  expect(unmet.code).toBe(1);
  expect(unmet.complaint).toContain("Not shown: write>=0.01");
});

it("reads a report of the Lab, and writes its runs as traces that it reads alike", async () => {
  const report = "public/examples/hotpotqa-dose.lab.json.gz";
  const traces = join(folder, "runs.otlp.jsonl.gz");
  const own = await roiOf(report, "--traces-out", traces);
  expect(own.code).toBe(0);
  expect(own.out).toMatch(/^\s*plan: hopwise-lm → /mu);
  const traced = await roiOf(traces);
  expect(traced.out).toBe(own.out);
});

it("lists rows that cannot be read, and asks for the meaning of strange columns", async () => {
  const [damaged, strange, named] = await Promise.all([
    roi([...lines, "q1,mini,maxi,very good,0.1"]),
    roi(lines.map((line) => line.replace("question,", "case,"))),
    roi(lines, "--require", "plan"),
  ]);
  expect(damaged.code).toBe(0);
  expect(damaged.complaint).toContain("160 runs read, 1 rows not");
  expect([strange.code, named.code]).toEqual([2, 2]);
  expect(strange.complaint).not.toMatch(/\bat .*\.ts:/u);
});
