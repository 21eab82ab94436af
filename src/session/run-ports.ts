import type { ActionPolicy } from "../evaluation/policy/policy.ts";
import type { JudgedWith } from "../evaluation/policy/worth-judge.ts";
import { AppError } from "../log/errors.ts";
import type { RouterPolicy } from "../methods/homo-router/training/policy.ts";
import type { ChatModel, Embedder, Ports, SourceRouter, WorthJudge } from "../runtime/ports.ts";
import type { Loaders } from "./loaders.ts";
import type { Services } from "./services.ts";

/** `server` is null for the model in this tab. */
export async function preparePorts(
  services: Services,
  loaders: Loaders,
  {
    server,
    large,
    tools,
    policy,
  }: Pick<Ports, "large" | "tools"> & { server: ChatModel | null; policy: RouterPolicy | null },
  signal: AbortSignal,
): Promise<Ports> {
  signal.throwIfAborted();
  // The library first: the model waits for its files.
  const [library, small, { english }] = await Promise.all([
    loaders.library(signal),
    server ?? loaders.small(signal),
    import("../language/english/english.ts"),
  ]);
  signal.throwIfAborted();
  const { retriever, embedder, reader } = library;
  return {
    small,
    large,
    retriever,
    embedder,
    reader,
    tools,
    router: policy === null ? null : await routerOf(policy, embedder, await encoderIdOf(services)),
    language: english,
    clock: services.clock,
  };
}

export async function routerOf(
  policy: RouterPolicy,
  embedder: Embedder,
  encoder: string,
): Promise<SourceRouter> {
  const { sourceRouter } = await import("../methods/homo-router/training/source-router.ts");
  return sourceRouter(policy, embedder, encoder);
}

export async function worthOf(policy: ActionPolicy, now: JudgedWith): Promise<WorthJudge> {
  const { worthJudge } = await import("../evaluation/policy/worth-judge.ts");
  return worthJudge(policy, now);
}

export async function encoderIdOf(services: Services): Promise<string> {
  const [{ embeddedModel }, { weightsId }] = await Promise.all([
    import("../models/catalogue.ts"),
    import("../models/catalogue-model.ts"),
  ]);
  const encoder = embeddedModel(await services.catalogue(), "encoder");
  const id = encoder === undefined ? null : weightsId(encoder);
  if (id === null) throw new AppError("model-unknown", { role: "encoder" });
  return id;
}
