/** Runs a command's main function and maps errors to its exit status. */
import { tell } from "./print.ts";
import { UsageError } from "./run-settings.ts";

/** A UsageError prints its message and exits with status 2; other errors are rethrown. */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    tell(thrown.message);
    process.exitCode = 2;
  }
}
