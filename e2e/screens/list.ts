/** All runs are FAKE. */
import type { Page } from "@playwright/test";

export interface Screen {
  name: string;
  path: string;
  prepare?: Prepare;
}

type Prepare = (page: Page) => Promise<void>;

const page = "src/testing/ui/gallery.html";
const lab = "src/testing/ui/lab/gallery.html";
const analysis = "src/testing/ui/lab-analysis/gallery.html";

const pageStates = [
  "empty",
  "loading",
  "planning",
  "midway",
  "corrected",
  "summarising",
  "answered",
  "node",
  "failed",
  "tree3",
  "tree60",
  "slim",
  "raisf",
  "raisf-node",
  "router",
  "stepwise",
  "left",
  "left-node",
  "settings-small",
  "settings-large",
  "settings-caps",
  "settings-library",
  "settings-tools",
  "settings-privacy",
  "prompts",
  "lost",
  "help",
];

const batchStates = [
  "idle",
  "loading",
  "running",
  "waiting",
  "paused",
  "budget",
  "server",
  "storage",
  "done",
  "elsewhere",
  "list-0",
  "list-3",
];

const rightToLeft = "ما هو البحر الذي يحد الدولة التي عاصمتها تالين؟";
const longWord = `Which ${"Donaudampfschifffahrtsgesellschaft".repeat(4)} lies at the capital?`;

function filled(question: string): Prepare {
  return (shown) => shown.getByLabel("Your question").fill(question);
}

async function newBatch(shown: Page): Promise<void> {
  await shown.evaluate(() => {
    location.hash = "#lab/new";
  });
}

function clicked(button: string | RegExp): Prepare {
  return (shown) => shown.getByRole("button", { name: button }).click();
}

async function compareWords(shown: Page): Promise<void> {
  await shown.getByRole("radio", { name: "another small model" }).check();
  await shown.getByRole("button", { name: /edited$/u }).click();
  await shown.getByText("Compared with the published words").click();
}

export const screens: readonly Screen[] = [
  ...pageStates.map((state) => ({ name: `ask-${state}`, path: `${page}?state=${state}` })),
  { name: "ask-refused", path: page, prepare: clicked("Ask") },
  { name: "ask-right-to-left", path: page, prepare: filled(rightToLeft) },
  { name: "ask-long-word", path: page, prepare: filled(longWord) },
  { name: "ask-methods", path: page, prepare: clicked(/^Method: /u) },
  { name: "ask-palette", path: page, prepare: clicked("Commands") },
  { name: "ask-share", path: `${page}?state=answered`, prepare: clicked("Share") },
  { name: "ask-router-dialog", path: page, prepare: clicked("Search router") },
  { name: "ask-prompts-changed", path: `${page}?state=prompts-changed`, prepare: compareWords },
  { name: "runs", path: `${page}#runs` },
  { name: "runs-kept", path: `${page}?state=runs` },
  { name: "runs-compared", path: `${page}?state=compare` },
  { name: "lab-new", path: `${lab}?state=list-3`, prepare: newBatch },
  ...batchStates.map((state) => ({ name: `lab-${state}`, path: `${lab}?state=${state}` })),
  { name: "lab-analysis", path: analysis },
];
