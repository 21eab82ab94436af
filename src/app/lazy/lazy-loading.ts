/**
 * What comes after the page's first paint. It is fetched when the browser is idle, so that it opens
 * at once, and still opens when the network has gone.
 */
import type { RunStore } from "../../session/run-store.ts";
import { whenIdle } from "../../ui-kit/when-idle.ts";
import { treeChunks } from "./tree-parts.ts";

/** Those that are in sight on arrival. */
export const lazyChunks = {
  returnPicture: () => import("../../features/ask/view/stages/ReturnPicture.tsx"),
  recording: () => import("../../features/ask/view/player/Recording.tsx"),
  tree: () => import("../../features/tree/view/Tree.tsx"),
  ...treeChunks,
  answer: () => import("../../features/ask/view/answer/AnswerPanel.tsx"),
  meterForecast: () => import("../../features/meter/view/MeterForecast.tsx"),
  meterBody: () => import("../../features/meter/view/MeterBody.tsx"),
};

/** In idle time, one after the other; what fails is fetched again when it is wanted. */
export async function fetchLazyChunks(run: RunStore): Promise<void> {
  await fetchInTurn(lazyChunks);
  const rest = await import("./lazy-views.ts").catch(() => null);
  if (rest !== null) await fetchInTurn(rest.lazyViews, () => rest.whenRunIdle(run));
}

/** Fetches what a run will show beside its models, so that the answer is shown without a network, too. */
export async function fetchRunViews(): Promise<void> {
  await fetchInTurn(lazyChunks);
  const rest = await import("./lazy-views.ts").catch(() => null);
  if (rest === null) return;
  const { judge, sureness, knownAnswer, weighed, retryTools, runStatus, errorBody } =
    rest.lazyViews;
  await fetchInTurn({ judge, sureness, knownAnswer, weighed, retryTools, runStatus, errorBody });
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
