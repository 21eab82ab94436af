/** Parts that show the recorded run on arrival, fetched alongside the page's own code. */
import { yieldToMain } from "../../shared/yield-to-main.ts";
import { lazyPart } from "../../ui-kit/lazy-part.tsx";
import { lazyChunks } from "./lazy-loading.ts";
import { TreeList, TreePicture, TreeTools } from "./tree-parts.ts";

export const ReturnPicture = lazyPart(async () => (await lazyChunks.returnPicture()).ReturnPicture);

export const Recording = lazyPart(async () => (await lazyChunks.recording()).Recording);

export const Tree = lazyPart(async () => (await lazyChunks.tree()).Tree);

export const MeterBody = lazyPart(async () => (await lazyChunks.meterBody()).MeterBody);

export const MeterForecast = lazyPart(async () => (await lazyChunks.meterForecast()).MeterForecast);

export const AnswerPanel = lazyPart(async () => (await lazyChunks.answer()).AnswerPanel);

export async function fetchArrivalParts(): Promise<void> {
  const fetched: Promise<void>[] = [];
  for (const part of [
    ReturnPicture,
    Recording,
    Tree,
    TreePicture,
    TreeTools,
    TreeList,
    MeterForecast,
    MeterBody,
    AnswerPanel,
  ]) {
    // Requesting a part's files takes about 10 ms, so each request is a task of its own.
    await yieldToMain();
    fetched.push(part.ahead());
  }
  await Promise.all(fetched);
}
