import { toAppError } from "../log/errors.ts";
import { UsageError } from "../node/run-settings.ts";
import { outsideSentence } from "../ui-kit/text/outside-errors.ts";
import { tell } from "./print.ts";

/** A UsageError exits with status 2; others are rethrown, with their stack, for developers. */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    tell(thrown.message);
    process.exitCode = 2;
  }
}

/**
 * For programs of the user: exits with the status that `main` gives. Every error is a sentence and
 * status 2; `hint` follows usage errors.
 */
export async function runProgram(
  main: (argv: readonly string[]) => Promise<number>,
  hint: string | null = null,
): Promise<void> {
  try {
    process.exitCode = await main(process.argv.slice(2));
  } catch (thrown) {
    if (thrown instanceof UsageError) {
      tell(hint === null ? thrown.message : `${thrown.message}\n${hint}`);
    } else tell(outsideSentence(toAppError(thrown).toData()));
    process.exitCode = 2;
  }
}

/** For `parseArgs`, whose errors are about usage. */
export function orUsageError<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
