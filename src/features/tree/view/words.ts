import { approximateUsd, percent } from "../../../ui-kit/text/format.ts";
import { text } from "../../../ui-kit/text/page.ts";
import type { TreeItem, Weighed } from "../drawing/tree-model.ts";
import type { TreeWords } from "../drawing/tree-view.ts";
import { treeText } from "../text/tree.ts";

export const treeWords: TreeWords = {
  cause: ({ left, cause, retry, weighed }) => {
    // The note says so.
    if (weighed !== null) return "";
    if (left !== null) return treeText.left[left];
    if (retry) return treeText.askedOtherwise;
    return cause === null ? "" : treeText.causes[cause];
  },
  label: (item) => {
    if (item.guess !== null) return item.guess === "" ? treeText.notFound : treeText.guess;
    if (item.kind === "answer") return treeText.answer;
    if (!item.running) return treeText.brokeOff;
    if (item.cause === "claims") return treeText.writingQueries;
    if (item.cause === "decompose") return treeText.splitting;
    return item.cause === null ? treeText.planning(tierName(item)) : treeText.branching;
  },
};

export function itemSentence(item: TreeItem): string {
  const parts = [item.title === "" ? treeWords.label(item) : item.title];
  if (item.kind === "question") {
    return [...parts, ...(item.note === "" ? [] : [item.note])].join(" · ");
  }
  if (item.left !== null || (item.fan && item.cause !== null)) parts.unshift(treeWords.cause(item));
  if (item.struck !== null) parts.push(treeText.correctedTo(item.struck, item.text));
  else if (item.text !== "") parts.push(item.text);
  const judged = item.status !== "waiting" || !item.ghost;
  if (item.kind === "hop" && item.struck === null && judged) {
    parts.push(text.tree.status[item.status]);
  }
  if (item.passages > 0) parts.push(treeText.passages(item.passages));
  parts.push(tierName(item));
  if (item.reader !== null) parts.push(treeText.readBy(item.reader));
  if (item.ghost) parts.push(treeText.leftBehind);
  if (item.note !== "") parts.push(item.note);
  return parts.join(" · ");
}

/** "41 % → 68 %, again for ≈ $0.0004". */
export function askedAgain({ sure, expected, usd: cost }: Weighed): string {
  const before = sure === null ? "" : `${percent(sure)} → `;
  return treeText.askedAgain(`${before}${percent(expected)}`, approximateUsd(cost));
}

function tierName(item: TreeItem): string {
  return item.tier === null ? "" : treeText.tiers[item.tier];
}
