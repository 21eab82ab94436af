/** The tree's words, for the picture and for the list that is read aloud. */

import { text } from "../../../ui-kit/text/page.ts";
import type { TreeItem } from "../drawing/tree-model.ts";
import type { TreeWords } from "../drawing/tree-view.ts";

export const treeWords: TreeWords = {
  cause: ({ left, cause, retry }) => {
    if (left !== null) return text.tree.left[left];
    if (retry) return text.tree.askedOtherwise;
    return cause === null ? "" : text.tree.causes[cause];
  },
  label: (item) => {
    if (item.kind === "answer") return text.tree.answer;
    if (!item.running) return text.tree.brokeOff;
    if (item.cause === "claims") return text.tree.writingQueries;
    if (item.cause === "decompose") return text.tree.splitting;
    return item.cause === null ? text.tree.planning(tierName(item)) : text.tree.branching;
  },
};

/** One item as a sentence. */
export function itemSentence(item: TreeItem): string {
  const parts = [item.title === "" ? treeWords.label(item) : item.title];
  if (item.kind === "question") {
    return [...parts, ...(item.note === "" ? [] : [item.note])].join(" · ");
  }
  if (item.left !== null || (item.fan && item.cause !== null)) parts.unshift(treeWords.cause(item));
  if (item.struck !== null) parts.push(text.tree.correctedTo(item.struck, item.text));
  else if (item.text !== "") parts.push(item.text);
  const judged = item.status !== "waiting" || !item.ghost;
  if (item.kind === "hop" && item.struck === null && judged) {
    parts.push(text.tree.status[item.status]);
  }
  if (item.passages > 0) parts.push(text.tree.passages(item.passages));
  parts.push(tierName(item));
  if (item.ghost) parts.push(text.tree.leftBehind);
  if (item.note !== "") parts.push(item.note);
  return parts.join(" · ");
}

function tierName(item: TreeItem): string {
  return item.tier === null ? "" : text.tree.tiers[item.tier];
}
