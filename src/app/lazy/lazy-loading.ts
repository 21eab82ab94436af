/**
 * Code loaded after the first paint, when the browser is idle, so that it opens at once and still
 * opens offline.
 */
import type { RunStore } from "../../session/run-store.ts";
import { whenIdle } from "../../ui-kit/when-idle.ts";
import { treeChunks } from "./tree-parts.ts";

export const lazyChunks = {
  returnPicture: () => import("../../features/ask/view/stages/ReturnPicture.tsx"),
  recording: () => import("../../features/ask/view/player/Recording.tsx"),
  tree: () => import("../../features/tree/view/Tree.tsx"),
  ...treeChunks,
  answer: () => import("../../features/ask/view/answer/AnswerPanel.tsx"),
  meterForecast: () => import("../../features/meter/view/MeterForecast.tsx"),
  meterBody: () => import("../../features/meter/view/MeterBody.tsx"),
};

/** Fetches one chunk after the other in idle time; a failed one is fetched again when needed. */
export async function fetchLazyChunks(run: RunStore): Promise<void> {
  await fetchInTurn(lazyChunks);
  const rest = await import("./lazy-views.ts").catch(() => null);
  if (rest === null) return;
  const whenFree = () => rest.whenRunIdle(run);
  await fetchInTurn(rest.lazyViews, whenFree);
  await fetchInTurn(await rest.featureFetches(), whenFree);
}

/** Fetched while the models load, so that the answer can be shown offline. */
export async function fetchRunViews(): Promise<void> {
  await fetchInTurn(lazyChunks);
  const rest = await import("./lazy-views.ts").catch(() => null);
  if (rest === null) return;
  const { judge, sureness, knownAnswer, weighed, retryTools, runStatus, errorBody } =
    rest.lazyViews;
  await fetchInTurn({ judge, sureness, knownAnswer, weighed, retryTools, runStatus, errorBody });
}

async function fetchInTurn(
  parts: Readonly<Record<string, () => Promise<unknown>>> | readonly (() => Promise<unknown>)[],
  whenFree?: () => Promise<void>,
): Promise<void> {
  for (const part of Object.values(parts)) {
    await whenFree?.();
    await new Promise<void>((resolve) => whenIdle(resolve));
    await part().catch(() => undefined);
  }
}
