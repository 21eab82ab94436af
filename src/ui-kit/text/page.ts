import type { ItemStatus } from "../../folds/step-status.ts";
import type { PrivacyLevel, Tier, TierChoice } from "../../log/types.ts";
import { bytes, count, decimal, plural } from "./format.ts";
import { stageNames } from "./stages.ts";

/** For example "155 MB (model and library)"; unknown sizes are left out. */
function downloaded(things: readonly { name: string; size: number }[]): string {
  const names = things.map(({ name }) => name).join(" and ");
  if (things.some(({ size }) => size === 0)) return `the ${names}`;
  return `${bytes(things.reduce((sum, { size }) => sum + size, 0))} (${names})`;
}

export const text = {
  devices: {
    auto: "Automatic (fastest)",
    wasm: "the CPU",
    webgpu: "the GPU",
  },

  page: {
    name: "Hopwise",
    promise:
      "Ask questions that take several look-ups. Small models answer them in your browser; a large one steps in only where it pays.",
    shortPromise: "Small models answer; a large one only where it pays.",
    skip: "Skip to the question",
    views: "Views",
    ask: "Ask",
    commands: "Commands",
    menu: "Menu",
    tools: "Colours, settings and help",
    help: "Help",
    close: "Close",
    theme: "Colours",
    themes: { auto: "Auto", light: "Light", dark: "Dark" },
    panelBroke: "This part of the page broke. The run is kept.",
    showAgain: "Show it again",
    errorUntold:
      "Something went wrong, and the words for it could not be fetched. The run is kept.",
  },

  ask: {
    label: "Your question",
    placeholder: "Which sea borders the country whose capital is Tallinn?",
    ownPlaceholder: "Ask about your documents",
    aboutDocuments: "An answer from your documents comes with its passage and page.",
    ask: "Ask",
    askSmall: "Ask with small",
    askSmallTitle: "Ask with the small model; connect one to use large",
    stop: "Stop",
    stopping: "Stopping…",
    examples: "Try",
    remaining: (left: number) =>
      `${plural(Math.abs(left), "character", "characters")} ${left < 0 ? "too many" : "left"}`,
    loads: (things: readonly { name: string; size: number }[]) =>
      `Your first question downloads ${downloaded(things)}, once.`,
    littleMemory: (things: readonly { name: string; size: number }[], gigabytes: number | null) =>
      `Asking downloads ${downloaded(things)}, and may be slow or fail ${
        gigabytes === null ? "on a phone" : `with ${gigabytes} GB of memory`
      }.`,
    useServer: "Use a server",
    offline: (things: readonly { name: string; size: number }[]) =>
      `This page is offline. Connect once to download ${downloaded(things)}.`,
    here: (names: readonly string[]) => `Already on this device: ${names.join(" and ")}.`,
    small: "model",
    searched: { library: "library", encoder: "encoder" },
    loaded: (model: string, device: string) => `Model ready (${model}, on ${device}).`,
    staysHere: "Nothing leaves this device.",
    leaves: (doers: string, destination: string) =>
      `${doers} may send the question and what was found to ${destination}.`,
    queriesLeave: (service: string) => `Queries go to ${service}.`,
    held: {
      everything: "",
      "no-passages": " No passage of your own documents goes along.",
      "no-findings": " Nothing read in your own documents goes along.",
      nothing:
        "Nothing leaves this device: you said so. The small model and the library do it all.",
    } satisfies Record<PrivacyLevel, string>,
    whatLeaves: "What may leave",
    someService: "whichever search service is chosen",
    noneToDecide:
      "No large model is set up, so there is nothing to decide: the small one does it all.",
    noServer: "The small model is to answer on a server, but none is set up.",
    smallModel: "The small model",
    setUp: "Set one up",
  },

  stages: {
    names: stageNames,
    choices: { small: "small", large: "large", decide: "decide" } satisfies Record<
      TierChoice,
      string
    >,
    choicesLong: {
      small: "small model",
      large: "large model, paid",
      decide: "let the small model decide",
    } satisfies Record<TierChoice, string>,
    question: "question",
    answer: "answer",
    preset: "Preset",
    ownPreset: "Custom",
    promptsChanged: (preset: string) => `${preset}, prompts changed`,
    engines: "Engines and key",
    advanced: "Method settings",
    computed: "computed, no call",
    decided: (tier: Tier, alone: number | null, threshold: number) =>
      alone === null
        ? `decided: ${tier}`
        : `decided: ${tier} (${decimal(alone)} ${alone >= threshold ? "≥" : "<"} ${decimal(threshold)})`,
    changed: "Changes apply to the next question.",
  },

  tree: {
    title: "Chain of queries",
    empty: "Your question becomes a tree of look-ups",
    emptyBody: "Each step is looked up in the library and checked. How to read it:",
    menu: "More for this run",
    save: "Save run",
    open: "Open run",
    openedFrom: {
      file: "Opened from a file",
      link: "Opened from a link",
      runs: "Opened from your runs",
      lab: "Opened from the lab",
      // The player shows this instead.
      recorded: "",
    },
    keep: "Keep in your runs",
    kept: "Kept in your runs",
    status: {
      waiting: "waiting",
      running: "being checked",
      given: "answered by you",
      unfinished: "unfinished",
      verified: "confirmed by the library",
      accepted: "unconfirmed",
      corrected: "overruled by the library",
      completed: "found in the library",
      unsolved: "not found",
      skipped: "skipped",
      known: "answered from memory",
      answered: "answered from passages",
      combined: "put together from its parts",
      reasoned: "reasoned, nothing looked up",
      searched: "looked up",
      unknown: "unknown",
    } satisfies Record<ItemStatus, string>,
    legendSmall: "a small model wrote it",
    legendLarge: "a large model wrote it",
    legendPassage: "a passage it was checked against",
  },

  answer: {
    title: "Answer",
    fileEnds: "What is kept of this run ends here.",
  },

  meter: {
    title: "Meter",
    spent: "Spent",
    unknownAll: (calls: number) => `The cost of ${plural(calls, "call is", "calls is")} not known.`,
    unknownPart: (calls: number) =>
      `At least this: the cost of ${plural(calls, "call is", "calls is")} not known.`,
    setPrice: "Set its price",
    idle: "No run yet",
    loading: "Loading…",
    counting: "Counting…",
    free: "free",
    uncharged: "nothing charged",
    details: "Details",
    ofThis: "this question",
    sent: (size: string | null) => (size === null ? "nothing sent" : `${size} sent`),
    sentThen: (size: string | null) =>
      size === null ? "nothing sent" : `${size} sent when recorded, not now`,
    calls: (calls: number, large: number) =>
      `${plural(calls, "call", "calls")}${large > 0 ? `, ${count(large)} large` : ""}`,
  },
};
