import { registryOf } from "../runtime/registry.ts";
import type { StageInfo, Uses } from "../runtime/uses.ts";
import { answer } from "./answer/index.ts";
import { filter } from "./filter/index.ts";
import { gate } from "./gate/index.ts";
import { plan } from "./plan/index.ts";
import { rewrite } from "./rewrite/index.ts";
import { route } from "./route/index.ts";
import { split } from "./split/index.ts";
import { walk } from "./walk/index.ts";

export const stages = registryOf<StageInfo>([
  gate,
  plan,
  walk,
  rewrite,
  route,
  filter,
  split,
  answer,
]);

export const pipelineUses: Uses = (settings) => stages.all.flatMap(({ uses }) => uses(settings));
