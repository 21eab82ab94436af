/** An endpoint over fakes, as its tests and those of its clients start it. */
import { AppError } from "../log/errors.ts";
import { type EndpointOptions, startEndpoint } from "../package/endpoint/endpoint.ts";
import { open } from "../package/hopwise.ts";
import { createMcpServer } from "../package/mcp/mcp.ts";
import { Prices } from "../package/mcp/prices.ts";
import type { OpenOptions } from "../package/options.ts";
import type { ChatModel } from "../runtime/ports.ts";
import { fakeEmbedder, fakeModel, fakePassages, fakeRetriever } from "./fakes.ts";
import { completing } from "./methods/fake-runs.ts";

export async function startedEndpoint(
  models: Pick<OpenOptions, "small" | "large" | "budget"> = {},
  changes: Partial<EndpointOptions> = {},
) {
  const hopwise = await open({
    library: fakeRetriever(fakePassages),
    encoder: fakeEmbedder,
    small: fakeModel("small", completing()),
    ...models,
  });
  const faults: unknown[] = [];
  const endpoint = await startEndpoint(hopwise, {
    host: "127.0.0.1",
    port: 0,
    names: [],
    origins: [],
    token: null,
    waiting: 8,
    seconds: 60,
    mcp: () =>
      createMcpServer(hopwise, { version: "1", prices: new Prices({ smallIsFree: true }) }),
    onFault: (thrown) => void faults.push(thrown),
    ...changes,
  });
  return {
    url: endpoint.url,
    faults,
    async close() {
      await endpoint.close();
      await hopwise.close();
    },
  };
}

/** Runs until its call is aborted. */
export function waitingModel() {
  const state = { asked: 0, stopped: 0 };
  const model: ChatModel = {
    ref: fakeModel("small", () => "").ref,
    async *generate(_request, signal) {
      state.asked += 1;
      await new Promise<void>((resolve) => {
        if (signal.aborted) resolve();
        signal.addEventListener("abort", () => resolve());
      });
      state.stopped += 1;
      throw new AppError("stopped");
    },
  };
  return { model, state };
}

export const until = async (holds: () => boolean | Promise<boolean>) => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 5));
};
