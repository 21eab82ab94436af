/** The build is not in `dist`, which `npm start` may be serving. */
import { spawnSync } from "node:child_process";

/** `HOPWISE_DIST` names an existing build. */
const given = process.env["HOPWISE_DIST"];
export const builtForTests = given ?? "test-results/page";

/** Runs once, after Playwright has emptied `test-results`. */
export default function build(): void {
  if (given !== undefined) return;
  const args = ["run", "--silent", "build", "--", "--outDir", builtForTests, "--logLevel", "warn"];
  const { status } = spawnSync("npm", args, { stdio: "inherit" });
  if (status !== 0) throw new Error("the page could not be built");
}
