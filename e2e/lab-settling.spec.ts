/** Both models are FAKE servers: the large one answers well, and only its summaries matter. */
import { expect, type Page } from "@playwright/test";
import { linesOf, readReport } from "../src/evaluation/batch/report.ts";
import type { LabBatch } from "../src/evaluation/types.ts";
import { test } from "./guard.ts";
import { answerTimeout, complaintsOf, expectGoodLooks, openPage, textOf } from "./journey.ts";
import {
  type ChatServer,
  type Reply,
  type ServedRequest,
  startChatServer,
} from "./servers/chat-server.ts";

// No weights may be fetched; with recorded answers none would be.
test.use({ model: "real" });

const questions = 40;

const file = {
  name: "rivers.jsonl",
  mimeType: "application/x-ndjson",
  buffer: Buffer.from(
    Array.from({ length: questions }, (_, at) =>
      JSON.stringify({
        id: `r${at}`,
        question: `Which river runs through the capital of Country${at}?`,
        answers: [`River${at}`],
        context: [
          { title: `Country${at}`, sentences: [`The capital of Country${at} is City${at}.`] },
          { title: `City${at}`, sentences: [`The river River${at} runs through City${at}.`] },
        ],
      }),
    ).join("\n"),
  ),
};

/** The reply depends on the request alone. `isRight`: of its summaries. */
function replies(isRight: (question: number) => boolean) {
  return (request: ServedRequest): Reply => {
    const asked = request.messages.at(-1)?.content ?? "";
    const at = Number(/(?:Country|City|River)(\d+)/u.exec(asked)?.[1] ?? 0);
    const river = isRight(at) ? `River${at}` : "River9999";
    const steps = [
      { query: `What is the capital of Country${at}?`, answer: `City${at}` },
      { query: `Which river runs through City${at}?`, answer: `River${at}` },
    ];
    const said: Readonly<Record<string, unknown>> = {
      choice: { answer: "no" },
      chain: { steps, final: `River${at}` },
      summary: { reasoning: `${river} [1].`, answer: river },
    };
    const name = request.response_format?.json_schema?.name ?? "";
    const other = { answer: asked.includes("river") ? `River${at}` : `City${at}` };
    return { kind: "text", text: JSON.stringify(said[name] ?? other) };
  };
}

async function openLab(page: Page, small: ChatServer, large: ChatServer): Promise<void> {
  const price = {
    inputPerMillion: 1,
    outputPerMillion: 2,
    cachedInputPerMillion: null,
    source: "set by hand",
    asOf: "2026-01-01",
  };
  const at = ({ baseUrl }: ChatServer, model: string) => {
    return { preset: "custom", baseUrl, model, organisation: "", price, rememberKey: false };
  };
  const preferences = {
    small: { modelId: "", device: "auto", threads: 0, at: "server", server: at(small, "tiny") },
    large: at(large, "fake-large"),
  };
  await page.addInitScript((kept) => {
    localStorage.setItem("hopwise.preferences", kept);
  }, JSON.stringify(preferences));
  await openPage(page);
}

const panel = (page: Page) => page.getByRole("region", { name: "Progress" });

async function answered(page: Page): Promise<number> {
  const line = panel(page).getByText(/^\d+ of at most \d+$/u);
  const text = (await line.count()) === 0 ? "" : ((await line.first().textContent()) ?? "");
  return Number(/^\d+/u.exec(text)?.[0] ?? 0);
}

async function reported(page: Page): Promise<{ batch: LabBatch | null; results: number }> {
  const menu = page.locator("details").filter({ hasText: "Run logs" });
  await menu.locator("summary").click();
  const [download] = await Promise.all([
    page.waitForEvent("download", { timeout: answerTimeout }),
    menu.getByRole("button", { name: "Report" }).click(),
  ]);
  const text = await textOf(download);
  let batch: LabBatch | null = null;
  let results = 0;
  async function* whole() {
    yield text;
  }
  await readReport(linesOf(whole()), {
    async begin(read) {
      batch = read;
    },
    question: async () => undefined,
    async result() {
      results += 1;
    },
    log: async () => undefined,
  });
  return { batch, results };
}

test("a batch runs until it is settled, is stopped in the middle, and ends early", async ({
  page,
}) => {
  const complaints = complaintsOf(page);
  const small = await startChatServer({ script: replies(() => false), models: ["tiny"] });
  // As often wrong in either half of the setups, so that the first look settles everything.
  const large = await startChatServer({ script: replies((at) => at % 10 < 8) });
  await openLab(page, small, large);
  await page.evaluate(() => {
    location.hash = "#lab/new";
  });
  await page.locator('input[aria-label^="Choose"]').setInputFiles(file);
  await expect(page.getByText(/40 questions can be asked/u)).toBeVisible();
  await page.getByRole("radio", { name: "Small and large in every stage" }).check();
  await page.getByRole("textbox", { name: "Ask", exact: true }).fill("");
  await page.getByLabel("Run until it is settled").press("Space");
  await page.getByRole("button", { name: "Start", exact: true }).click();

  await expect(panel(page).getByText("The first look is after 30 questions.")).toBeVisible();
  const often = { timeout: answerTimeout, intervals: [100] };
  await expect.poll(() => answered(page), often).toBeGreaterThanOrEqual(40);
  await expect(panel(page).getByText(/If everything is asked, the rest costs \$\d/u)).toBeVisible();
  await page.getByRole("button", { name: "Stop now" }).press("Enter");
  await expect(page.getByText("Paused.").first()).toBeVisible();
  await expect(
    panel(page).getByText(/^If everything is asked, what is left may take/u),
  ).toBeVisible();
  const atStop = await answered(page);
  expect(atStop).toBeLessThan(120);

  await page.getByRole("button", { name: "Go on" }).press("Enter");
  await expect(page.getByText("Complete.").first()).toBeVisible({ timeout: answerTimeout });
  const verdicts = panel(page).locator("dl > div");
  await expect(verdicts.filter({ hasText: "Conclude" })).toContainText(
    "settled: the large model is better",
  );
  await expect(verdicts.filter({ hasText: "Plan" })).toContainText("not worth more calls");
  const spared = panel(page).getByText(/^Settled: \d+ answers were not needed\.$/u);
  await expect(spared).toBeVisible();
  await expect(page.getByRole("button", { name: "Go on" })).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Conclude", exact: true })).toContainText(
    "The large model pays here.",
  );
  await expectGoodLooks(page, [
    { width: 360, height: 740, colorScheme: "dark" },
    { width: 1440, height: 900, colorScheme: "light" },
  ]);

  const { batch, results } = await reported(page);
  expect(batch?.untilSettled).toBe(true);
  expect(results).toBeLessThan(8 * questions);
  expect(batch?.spared).toBe(8 * questions - results);
  await expect(spared).toContainText(String(batch?.spared));
  await page.reload();
  await expect(spared).toBeVisible();
  expect(complaints).toEqual([]);
  await Promise.all([small.close(), large.close()]);
});
