/**
 * `tsx .ci/without.ts baseline ID [FOLDER…]`, `tsx .ci/without.ts feature ID [FOLDER…]`: shows that
 * one consists of its folder and its line in a list. Deletes both in a copy of the committed tree,
 * and the tests that belong to it; then types, build and all other tests must pass. With folders,
 * only their tests run.
 */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, posix } from "node:path";

const [kind = "", id = "", ...folders] = process.argv.slice(2);
const copy = mkdtempSync(join(tmpdir(), "hopwise-without-"));

function run(command: string, ...args: string[]): void {
  execFileSync(command, args, { cwd: copy, stdio: "inherit" });
}

function read(file: string): string {
  return readFileSync(join(copy, file), "utf8");
}

function remove(path: string): void {
  rmSync(join(copy, path), { recursive: true, force: true });
}

function withoutLines(file: string, isGone: (line: string) => boolean): void {
  const lines = read(file).split("\n");
  writeFileSync(join(copy, file), lines.filter((line) => !isGone(line)).join("\n"));
}

/** The name under which the list imports it. */
function importedName(list: string, folder: string): string {
  const name = new RegExp(`import \\{ (\\w+) \\} from "${folder}/index\\.ts"`, "u").exec(
    read(list),
  )?.[1];
  if (name === undefined) throw new Error(`${list} has no ${kind} "${id}"`);
  return name;
}

function withoutBaseline(): void {
  const index = "src/methods/index.ts";
  const name = importedName(index, `\\./baselines/${id}`);
  remove(`src/methods/baselines/${id}`);
  remove(`models/research/baselines/${id}`);
  withoutLines(index, (line) => line.includes(`/${id}/`) || line.trim() === `${name},`);
  const studies = "models/research/list.ts";
  const study = new RegExp(` {2}\\{[^}]*/baselines/${id}/[^}]*\\},\\n`, "u");
  writeFileSync(join(copy, studies), read(studies).replace(study, ""));
  withoutLines("docs/methods.md", (line) => line.startsWith(`| \`${id}\` |`));
}

function withoutFeature(): void {
  const list = "src/app/features.ts";
  const name = importedName(list, `\\.\\./features/${id}`);
  remove(`src/features/${id}`);
  // What only it needs lies in a folder of the same name.
  remove(`src/${id}`);
  withoutLines(list, (line) => line.includes(`/${id}/`) || line.includes(`(${name})`));
  withoutTestsOfIt();
}

/** Tests, and code for tests and research, that import a deleted file; the product may not. */
function withoutTestsOfIt(): void {
  const files = execFileSync("git", ["ls-files", "src", "e2e", "models/research"], {
    encoding: "utf8",
  }).split("\n");
  const isTest = (file: string) =>
    /\.test\.tsx?$/u.test(file) || /^(?:src\/testing|e2e|models\/research)\/.*\.tsx?$/u.test(file);
  const isThere = (file: string) => existsSync(join(copy, file));
  const imports = (file: string) =>
    [...read(file).matchAll(/(?:from|import|import\()\s*"(\.[^"?]+)/gu)].map(([, to = ""]) =>
      posix.join(posix.dirname(file), to),
    );
  const tests = files.filter((file) => isTest(file) && isThere(file));
  const gone = tests.filter((file) =>
    imports(file).some((to) => files.includes(to) && !isThere(to)),
  );
  for (const file of gone) remove(file);
  if (gone.length > 0) withoutTestsOfIt();
}

try {
  execFileSync("sh", ["-c", `git archive HEAD | tar x -C "${copy}"`]);
  symlinkSync(join(process.cwd(), "node_modules"), join(copy, "node_modules"));
  if (kind === "baseline") withoutBaseline();
  else if (kind === "feature") withoutFeature();
  else throw new Error("baseline ID or feature ID");
  // Tests read the built library, which is not committed.
  run("npm", "run", "--silent", "library");
  run("npx", "tsc", "-b");
  run("npx", "vite", "build", "--logLevel", "warn");
  const projects = ["--project", "unit", "--project", "dom"];
  run("npx", "vitest", "run", ...projects, "--reporter=dot", ...folders);
  process.stdout.write(`without ${id}: types fit, the page builds, tests pass\n`);
} finally {
  rmSync(copy, { recursive: true, force: true });
}
