import { methods } from "../../../methods/index.ts";
import { searchServices } from "../../../retrieval/search-services/index.ts";
import { type ControlPath, isControlPath, type OwnSettings } from "../../../runtime/controls.ts";
import { findMethodInfo } from "../../../session/presets.ts";
import type { DestinationLine, Value, ValueChange } from "../../../session/settings-changes.ts";
import { optionWord, wordsOf } from "../../../ui-kit/text/controls.ts";
import { plural } from "../../../ui-kit/text/format.ts";
import { stageNames } from "../../../ui-kit/text/stages.ts";
import { capsText } from "./caps.ts";
import { privacyText } from "./privacy.ts";
import { settingsText } from "./settings.ts";

export const importText = {
  title: "Take these settings?",
  lead: (file: string) =>
    `This is what “${file}” would change. Take it only if you know who made it. Nothing is changed until you say so.`,
  keys: "Keys are forgotten, as they were for the addresses of now.",
  whereTitle: "Where your words go",
  noOrigin: "An address that cannot be called",
  money: "Money",
  privacy: "What may leave this device",
  stages: "Method and stages",
  prompts: "Prompts",
  rest: "Everything else",
  left: "Left as it is",
  leftHelp: "A file may lower a cap and let less leave, never the other way.",
  apply: "Take these settings",
  cancel: "Leave everything as it is",
  dropped: (prompts: number) =>
    `${plural(prompts, "changed prompt does", "changed prompts do")} not fit and would be left out.`,
  prompt: (id: string, to: "changed" | "published") =>
    to === "changed" ? `${id}: other words` : `${id}: as it was published`,
};

const names: Readonly<Record<string, string>> = {
  "run.method": "Method",
  "run.plan": stageNames.plan,
  "run.solve": stageNames.solve,
  "run.summarise": stageNames.summarise,
  "run.retrieval.rrfK": "Constant of the fusion of ranks",
  "run.retrieval.bm25.k1": "BM25’s k1",
  "run.retrieval.bm25.b": "BM25’s b",
  "caps.perQuestionUsd": "Cap of a question, in dollars",
  "caps.perDayUsd": "Cap of a day, in dollars",
  atCap: capsText.atCap,
  "large.price.inputPerMillion": "Price of a million tokens read, in dollars",
  "large.price.outputPerMillion": "Price of a million tokens written, in dollars",
  "large.price.cachedInputPerMillion": "Price of a million tokens read from cache, in dollars",
  "large.preset": "Provider",
  "large.baseUrl": "Address",
  "large.model": "Model",
  "large.organisation": "Organisation",
  "small.price.inputPerMillion": "Small model: price of a million tokens read, in dollars",
  "small.price.outputPerMillion": "Small model: price of a million tokens written, in dollars",
  "small.price.cachedInputPerMillion":
    "Small model: price of a million tokens read from cache, in dollars",
  "small.at": "The small model answers",
  "small.preset": "Small model: provider",
  "small.baseUrl": "Small model: address",
  "small.model": "Small model: name at its server",
  "small.organisation": "Small model: organisation",
  "small.rememberKey": "Remember the small model’s key",
  privacy: "What may leave",
  theme: "Colours",
  library: "Library",
  "small.modelId": "Small model",
  "small.device": "The small model runs on",
  "small.threads": "Threads",
  referencePrice: "Price to compare with",
  rememberKey: "Remember the large model’s key",
  rememberToolKeys: "Remember the services’ keys",
  "tools.kind": "Kind",
  "tools.title": "Name",
  "tools.address": "Address",
  "tools.usdPerThousand": "Price of 1,000 searches, in dollars",
};

function nameOf(what: string): string {
  const control = what.replace(/^run\./u, "");
  if (names[what] !== undefined) return names[what];
  if (what.startsWith("tools.")) return fieldLabel(what.replace("tools.", ""));
  const own = ownWith(control);
  return isControlPath(control, own)
    ? wordsOf(control, own).label
    : what.replace(/^(?:run|tools)\./u, "");
}

function fieldLabel(field: string): string {
  const labels = searchServices.all.map(({ fields }) => fields?.[field]?.label);
  return labels.find((label) => label !== undefined) ?? field;
}

/** Empty for shared settings. */
function ownWith(path: string): OwnSettings {
  const has = ({ controls }: { controls: readonly ControlPath[] }) =>
    controls.some((one) => one === path);
  return methods.all.find(has)?.settings ?? {};
}

function wordOf(what: string, value: Value): string {
  if (value === null || value === "") return what.startsWith("caps.") ? "no cap" : "none";
  if (typeof value === "boolean") return value ? "on" : "off";
  const shown = String(value);
  const path = what.replace(/^run\./u, "");
  if (what === "run.method") return findMethodInfo(shown)?.title ?? shown;
  if (what === "atCap") return wordIn(capsText.choices, shown);
  if (what === "small.at") return settingsText.at[value === "server" ? "server" : "tab"];
  if (what === "privacy") return levelWords[shown] ?? shown;
  return what.startsWith("run.") && isControlPath(path, ownWith(path))
    ? optionWord(path, shown, ownWith(path))
    : shown;
}

const levelWords: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(privacyText.levels).map(([level, { label }]) => [level, label]),
);

function wordIn(words: Readonly<Record<string, string>>, value: string): string {
  return words[value] ?? value;
}

/** "Most rounds: 20 (now 5)". */
export function changeLine({ what, from, to }: ValueChange): string {
  return `${nameOf(what)}: ${wordOf(what, to)} (now ${wordOf(what, from)})`;
}

/** "Cap of a day, in dollars: stays 0.1 (the file: no cap)". */
export function leftLine({ what, from, to }: ValueChange): string {
  return `${nameOf(what)}: stays ${wordOf(what, to)} (the file: ${wordOf(what, from)})`;
}

const nowhere = "nowhere";

export function destinationLine(line: DestinationLine, origin: string): string {
  switch (line.kind) {
    case "questions":
      return `Questions of stages given to the ${line.tier} model would go to ${origin} (now: ${line.was || nowhere}).`;
    case "questions-leave":
      return `Questions would go here no more: no server would be set up for the ${line.tier} model.`;
    case "server":
      return changeLine(line.change);
    case "searches":
      return `Search words for “${line.title}” would go to ${origin || nowhere} (now: ${line.was || nowhere}).`;
    case "searches-leave":
      return `Search words for “${line.title}” would go here no more.`;
    case "tool":
      return `${line.title}: ${changeLine(line.change)}`;
  }
}
