/** Everything that must hold, in one go: checks, unit tests, real models, real Chromium. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import * as z from "zod/mini";

interface Count {
  passed: number;
  failed: number;
}

const vitestReport = z.object({ numPassedTests: z.int(), numFailedTests: z.int() });
const playwrightReport = z.object({
  stats: z.object({ expected: z.int(), unexpected: z.int(), flaky: z.int() }),
});

function run(command: string, args: readonly string[]): boolean {
  console.log(`\n— ${command} ${args.join(" ")}`);
  return spawnSync(command, args, { stdio: "inherit" }).status === 0;
}

/** A command that counts as one test. */
function single(command: string, ...args: string[]): Count {
  return run(command, args) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

/** A test runner: its own count, and one failure more when it broke without counting any. */
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

function vitest(project: string): Count {
  const report = `test-results/${project}.json`;
  const read = (value: unknown) => {
    const { numPassedTests, numFailedTests } = vitestReport.parse(value);
    return { passed: numPassedTests, failed: numFailedTests };
  };
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  return runner(report, read, "npx", "vitest", "run", "--project", project, ...reporters);
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
  single("npm", "run", "--silent", "build"),
  vitest("unit"),
  vitest("dom"),
  vitest("models"),
  single("bash", ".ci/chromium.sh"),
  playwright(),
];
const passed = counts.reduce((sum, count) => sum + count.passed, 0);
const failed = counts.reduce((sum, count) => sum + count.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
