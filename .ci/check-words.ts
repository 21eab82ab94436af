/**
 * Counts an old habit of this house: sentences that have to be decoded ("what is told by who asks").
 * Reads comments, documents and the sentences of the page. Fails above `most`, which only falls.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

const most = 87;

const words = /\b(?:told|anew|stands?|goes by|what is [^.,;:]{1,40} is)\b/giu;
/** A doc comment that opens with a bare relative clause. */
const opening = /^\/\*\*\s*(?:\*\s*)?(?:What|Who|Whose|Of|By)\b/u;
const comment = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/gu;

const tracked = ["src", "e2e", "models/research", ".ci", "docs", "*.md"];
const files = execFileSync("git", ["ls-files", ...tracked], { encoding: "utf8" }).split("\n");

function textsOf(file: string): string[] {
  const text = readFileSync(file, "utf8");
  if (file.endsWith(".md")) return file === "CHANGELOG.md" ? [] : [text];
  if (!/\.(?:tsx?|css)$/u.test(file)) return [];
  // A file of sentences is read whole.
  if (/\/text\//u.test(file) && !file.endsWith(".test.ts")) return [text];
  return text.match(comment) ?? [];
}

function habitsIn(text: string): number {
  return (text.match(words)?.length ?? 0) + (opening.test(text) ? 1 : 0);
}

const counts = files
  .filter((file) => file !== "" && file !== ".ci/check-words.ts")
  .map((file) => ({ file, count: textsOf(file).reduce((sum, text) => sum + habitsIn(text), 0) }))
  .filter(({ count }) => count > 0)
  .sort((one, other) => other.count - one.count);
const total = counts.reduce((sum, { count }) => sum + count, 0);

console.log(`${total} turns of phrase to be decoded (at most ${most})`);
if (total > most) {
  for (const { file, count } of counts.slice(0, 20)) console.log(`  ${count} ${file}`);
  process.exitCode = 1;
}
