import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import * as z from "zod/mini";

interface Count {
  passed: number;
  failed: number;
}

const vitestReport = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string(),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z.array(z.string()),
        }),
      ),
    }),
  ),
});
const playwrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int() }),
});

/** Repeated at the end, because logs are often cut to their end. */
const failures: string[] = [];

function run(command: string, args: readonly string[]): boolean {
  const line = `${command} ${args.join(" ")}`;
  console.log(`\n— ${line}`);
  const { status, signal } = spawnSync(command, args, { stdio: "inherit" });
  if (status !== 0) failures.push(`${line} (${signal ?? `exit code ${String(status)}`})`);
  return status === 0;
}

function single(command: string, ...args: string[]): Count {
  return run(command, args) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** A crash without a count is one more failure. */
function runner(
  report: string,
  read: (report: unknown) => Count,
  command: string,
  ...args: string[]
): Count {
  rmSync(report, { force: true });
  const fine = run(command, args);
  try {
    const count = read(JSON.parse(readFileSync(report, "utf8")));
    return fine || count.failed > 0 ? count : { ...count, failed: 1 };
  } catch (error) {
    console.error(error);
    return { passed: 0, failed: 1 };
  }
}

function vitest(...projects: string[]): Count {
  const report = `test-results/${projects.join("-")}.json`;
  const read = (value: unknown) => {
    const { numPassedTests, numFailedTests, testResults } = vitestReport.parse(value);
    for (const file of testResults) {
      if (file.status === "failed" && file.message !== "") {
        failures.push(`${file.name}: ${file.message}`);
      }
      for (const test of file.assertionResults) {
        if (test.status !== "failed") continue;
        failures.push(`${file.name}: ${test.fullName}: ${test.failureMessages.join("; ")}`);
      }
    }
    return { passed: numPassedTests, failed: numFailedTests };
  };
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const chosen = projects.flatMap((project) => ["--project", project]);
  return runner(report, read, "npx", "vitest", "run", ...chosen, ...reporters);
}

function playwright(): Count {
  const read = (value: unknown) => {
    const { stats } = playwrightReport.parse(value);
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
  };
  return runner("test-results/e2e.json", read, "npx", "playwright", "test");
}

mkdirSync("test-results", { recursive: true });
const counts = [
  single("npm", "run", "--silent", "check"),
  // Journeys build the page themselves.
  single("npm", "run", "--silent", "library"),
  // In one run, so that no core idles while the last file of a project ends.
  vitest("unit", "dom"),
  vitest("models"),
  single("bash", ".ci/chromium.sh"),
  playwright(),
];
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
for (const failure of failures) console.log(`\n✘ ${failure}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
