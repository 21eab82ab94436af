/** One command for many studies: `npm run bench -- NAME [options]`, `npm run train -- NAME [options]`. */
import { spawnSync } from "node:child_process";

/** A script that reads its options from the command line. */
export interface Study {
  name: string;
  /** One sentence, for `--help`. */
  says: string;
  /** Reads the generated library, which is built first. */
  needsLibrary?: true;
  /** Importing it runs it. */
  run: () => Promise<unknown>;
}

export function listed(command: string, studies: readonly Study[]): string {
  const width = Math.max(...studies.map(({ name }) => name.length));
  const lines = studies.map(({ name, says }) => `  ${name.padEnd(width)}  ${says}`);
  return [
    `npm run ${command} -- NAME [options]`,
    "",
    ...lines,
    "",
    "The head of each file says what its options are.",
  ].join("\n");
}

/** The study to run and the options that it is given; null where the list is asked for or no study is. */
export function studyOf(
  studies: readonly Study[],
  argv: readonly string[],
  usual?: string,
): { study: Study; options: readonly string[] } | null {
  const [first = "--help"] = argv;
  if (first === "--help" || first === "-h") return null;
  const unnamed = usual !== undefined && first.startsWith("-");
  const name = unnamed ? usual : first;
  const study = studies.find((one) => one.name === name);
  return study === undefined ? null : { study, options: unnamed ? argv : argv.slice(1) };
}

/** Runs what the command line names; `usual` is what options without a name belong to. */
export async function runStudy(
  command: string,
  studies: readonly Study[],
  usual?: string,
): Promise<void> {
  const argv = process.argv.slice(2);
  const given = argv.length === 0 && usual !== undefined ? [usual] : argv;
  const chosen = studyOf(studies, given, usual);
  if (chosen === null) {
    const [first = "--help"] = given;
    if (!first.startsWith("-")) {
      console.error(`There is no study "${first}".\n`);
      process.exitCode = 2;
    }
    console.log(listed(command, studies));
    return;
  }
  if (chosen.study.needsLibrary) buildLibrary();
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...chosen.options);
  await chosen.study.run();
}

function buildLibrary(): void {
  const { status } = spawnSync("npm", ["run", "--silent", "library"], {
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  if (status !== 0) throw new Error("npm run library failed");
}
