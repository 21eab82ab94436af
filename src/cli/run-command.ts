import { UsageError } from "../node/run-settings.ts";
import { tell } from "./print.ts";

/** A UsageError exits with status 2; others are rethrown. */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    tell(thrown.message);
    process.exitCode = 2;
  }
}
