/**
 * The parts of the page that come after its first paint, each in a chunk of its own.
 * They are fetched when the browser is idle, so that they open at once, and still open
 * when the network has gone.
 */
import type { ComponentType } from "react";
import type { RunStore } from "../../session/run-store.ts";
import { type LazyPart, lazyPart } from "../../ui-kit/lazy-part.tsx";
import { whenIdle } from "../../ui-kit/when-idle.ts";

/** Those that are in sight on arrival. */
export const laterParts = {
  recording: () => import("../../features/ask/view/player/Recording.tsx"),
  treePicture: () => import("../../features/tree/view/TreePicture.tsx"),
  treeList: () => import("../../features/tree/view/TreeList.tsx"),
  answer: () => import("../../features/ask/view/answer/FinishedAnswer.tsx"),
  meterBody: () => import("../../features/meter/view/MeterBody.tsx"),
};

const rest = async () => (await import("./lazy-views.ts")).lazyViews;

type Take<Part> = (parts: Awaited<ReturnType<typeof rest>>) => Promise<Part>;

/** One of those that nobody sees on arrival. */
export async function restPart<Part>(take: Take<Part>): Promise<Part> {
  return take(await rest());
}

/** The same as a component, fetched when it is first shown. */
export function lazyView<Props extends object>(take: Take<ComponentType<Props>>): LazyPart<Props> {
  return lazyPart(() => restPart(take));
}

/** In idle time, one after the other; what fails is fetched again when it is wanted. */
export async function fetchLaterParts(run: RunStore): Promise<void> {
  await fetchInTurn(laterParts);
  const rest = await import("./lazy-views.ts").catch(() => null);
  if (rest !== null) await fetchInTurn(rest.lazyViews, () => rest.whenRunIdle(run));
}

async function fetchInTurn(
  parts: Readonly<Record<string, () => Promise<unknown>>>,
  whenFree?: () => Promise<void>,
): Promise<void> {
  for (const part of Object.values(parts)) {
    await whenFree?.();
    await new Promise<void>((resolve) => whenIdle(resolve));
    await part().catch(() => undefined);
  }
}
