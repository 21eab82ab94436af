import { spawnSync } from "node:child_process";

export interface Study {
  name: string;
  says: string;
  needsLibrary?: true;
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

/** Null for `--help` or an unknown study. */
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

/** `usual` is the default study. */
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
