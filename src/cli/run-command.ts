/** How a command of ours ends. */
import { tell } from "./print.ts";
import { UsageError } from "./run-settings.ts";

/** A wrong argument ends it with its sentence and status 2; anything else is thrown on. */
export async function runCommand(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    tell(thrown.message);
    process.exitCode = 2;
  }
}
