/** CoopLLM presets that set all three stages at once. */
import type { RunSettings, Tier } from "../../log/types.ts";
import { defaultWorth } from "../../methods/coop-llm/presets.ts";

/** CoopLLM §3: the large model plans and summarises, the small one does the steps in between. */
export const setupIds = ["small", "coop", "pays", "large"] as const;
export type SetupId = (typeof setupIds)[number];

const tiers: Readonly<Record<SetupId, readonly [Tier, Tier, Tier]>> = {
  small: ["small", "small", "small"],
  coop: ["large", "small", "large"],
  pays: ["small", "small", "small"],
  large: ["large", "large", "large"],
};

export function withSetup(run: RunSettings, id: SetupId): RunSettings {
  const { worth, ...own } = run;
  const [plan, solve, summarise] = tiers[id];
  const weighed = id === "pays" ? { worth: worth ?? defaultWorth } : {};
  return { ...own, plan, solve, summarise, ...weighed };
}

export function setupOf({ plan, solve, summarise, worth }: RunSettings): SetupId | null {
  if (worth !== undefined) return "pays";
  const own = [plan, solve, summarise].join();
  return setupIds.find((id) => id !== "pays" && tiers[id].join() === own) ?? null;
}
