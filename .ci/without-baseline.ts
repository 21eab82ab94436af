/**
 * `tsx .ci/without-baseline.ts ID [FOLDER…]`: deletes a baseline's folder and index line in a copy
 * of the committed tree; type check and tests must pass.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const [id = ""] = process.argv.slice(2);
const copy = mkdtempSync(join(tmpdir(), "hopwise-without-"));

function run(command: string, ...args: string[]): void {
  execFileSync(command, args, { cwd: copy, stdio: "inherit" });
}

function withoutLines(file: string, isGone: (line: string) => boolean): void {
  const path = join(copy, file);
  const lines = readFileSync(path, "utf8").split("\n");
  writeFileSync(path, lines.filter((line) => !isGone(line)).join("\n"));
}

function withoutStudy(file: string): void {
  const path = join(copy, file);
  const others = readFileSync(path, "utf8").replace(
    new RegExp(` {2}\\{[^}]*/baselines/${id}/[^}]*\\},\\n`, "u"),
    "",
  );
  writeFileSync(path, others);
}

try {
  execFileSync("sh", ["-c", `git archive HEAD -- . ":!models/weights" | tar x -C "${copy}"`]);
  symlinkSync(join(process.cwd(), "node_modules"), join(copy, "node_modules"));
  const index = "src/methods/index.ts";
  const imported = readFileSync(join(copy, index), "utf8").match(
    new RegExp(`import \\{ (\\w+) \\} from "\\./baselines/${id}/index\\.ts"`, "u"),
  );
  if (imported === null) throw new Error(`there is no baseline "${id}"`);
  rmSync(join(copy, "src/methods/baselines", id), { recursive: true });
  rmSync(join(copy, "models/research/baselines", id), { recursive: true, force: true });
  withoutLines(index, (line) => line.includes(`/${id}/`) || line.trim() === `${imported[1]},`);
  withoutStudy("models/research/list.ts");
  withoutLines("docs/methods.md", (line) => line.startsWith(`| \`${id}\` |`));
  // Tests read the library, which is not committed.
  run("npm", "run", "--silent", "library");
  run("npx", "tsc", "-b");
  const projects = ["--project", "unit", "--project", "dom"];
  run("npx", "vitest", "run", ...projects, "--reporter=dot", ...process.argv.slice(3));
  process.stdout.write(`without ${id}: types fit, tests pass\n`);
} finally {
  rmSync(copy, { recursive: true, force: true });
}
