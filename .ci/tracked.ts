import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Files under `src` that git knows or would add; a deletion counts before it is committed. */
export function sourceFiles(pattern: RegExp): string[] {
  const args = ["ls-files", "--cached", "--others", "--exclude-standard", "src"];
  return execFileSync("git", args, { encoding: "utf8" })
    .split("\n")
    .filter((file) => pattern.test(file) && existsSync(file));
}
