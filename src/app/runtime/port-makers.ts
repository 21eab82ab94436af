/** Creates the ports of a run and of the Lab from the stores. */

import type { WorthStore } from "../../features/worth/store.ts";
import type { ModelRef, Tier } from "../../log/types.ts";
import type {
  ChatModel,
  Embedder,
  Ports,
  SearchTool,
  SourceRouter,
  WorthJudge,
} from "../../runtime/ports.ts";
import type { Loaders } from "../../session/loaders.ts";
import type { RouterStore } from "../../session/router-store.ts";
import type { BudgetScope, Services } from "../../session/services.ts";
import type { SettingsStore } from "../../session/settings.ts";
import { readyTools } from "../../session/tools.ts";

export interface PortMakers {
  tools(from: BudgetScope): Promise<readonly SearchTool[]>;
  router(embedder: Embedder): Promise<SourceRouter | null>;
  /** Judges whether more calls are worth their price; null without training data. */
  worth(embedder: Embedder, large: ModelRef): Promise<WorthJudge | null>;
  /** `small` is null if it runs in this tab. `weighs`: with the judge of worth. */
  ports(
    models: Record<Tier, ChatModel | null>,
    from: BudgetScope,
    weighs: boolean,
    signal: AbortSignal,
  ): Promise<Ports>;
}

/** Loaded with the first question, not with the page. */
export const runPorts = () => import("../../session/run-ports.ts");

export function createPortMakers(parts: {
  services: Services;
  settings: SettingsStore;
  loaders: Loaders;
  router: RouterStore;
  worth: WorthStore;
}): PortMakers {
  const { services, settings, loaders, router, worth } = parts;

  async function tools(from: BudgetScope): Promise<readonly SearchTool[]> {
    const { tools: own, toolKeys } = settings.getState();
    return services.searchTools(readyTools(own, toolKeys), from);
  }

  async function judge(embedder: Embedder, { price }: ModelRef): Promise<WorthJudge | null> {
    const policy = await worth.load();
    if (policy === null) return null;
    const { worthOf, encoderIdOf } = await runPorts();
    return worthOf(policy, { embedder, encoder: await encoderIdOf(services), price });
  }

  return {
    tools,
    worth: judge,

    async router(embedder) {
      const policy = await router.loadPolicy();
      if (policy === null) return null;
      const { routerOf, encoderIdOf } = await runPorts();
      return routerOf(policy, embedder, await encoderIdOf(services));
    },

    async ports({ small, large }, from, weighs, signal) {
      const [found, policy] = await Promise.all([tools(from), router.loadPolicy()]);
      const { preparePorts } = await runPorts();
      const given = { server: small, large, tools: found, policy };
      const ports = await preparePorts(services, loaders, given, signal);
      if (!weighs || large === null) return ports;
      return { ...ports, worth: await judge(ports.embedder, large.ref) };
    },
  };
}
