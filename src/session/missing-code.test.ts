import { expect, it, vi } from "vitest";
import { createRuntime, type Runtime } from "../app/runtime/runtime.ts";
import { writeRunFile } from "../log/file.ts";
import { fakeRun } from "../testing/fake-run.ts";
import { fakeServices } from "../testing/fake-services.ts";

function cut(): never {
  throw new TypeError("Failed to fetch dynamically imported module");
}
vi.mock("./retry-point.ts", cut);
vi.mock("./cap-policy.ts", cut);

it.each<[string, (runtime: Runtime) => Promise<void>]>([
  ["a stage done again", (runtime) => runtime.retry({ kind: "stage", stage: "plan" }, null)],
  ["going on with the small model", (runtime) => runtime.goOnSmall()],
])("%s is refused, and the run stays", async (_what, act) => {
  const runtime = createRuntime(fakeServices());
  await runtime.openRunFile(new Blob([writeRunFile(fakeRun())]));
  const { events } = runtime.run.getState();
  await act(runtime);
  expect(runtime.run.getState().error?.code).toBe("internal");
  expect(runtime.run.getState().events).toBe(events);
});
