import { beforeAll, describe, it } from "vitest";
import type { ChatModel } from "../runtime/ports.ts";
import { type ContractOptions, contractCases } from "./engine-contract-cases.ts";

export function describeEngineContract(
  name: string,
  makeModel: () => Promise<ChatModel>,
  options: ContractOptions,
): void {
  describe(`engine contract: ${name}`, () => {
    let model: ChatModel;
    beforeAll(async () => {
      model = await makeModel();
    });
    for (const { name: promise, run } of contractCases) {
      it(promise, () => run(model, options));
    }
  });
}
