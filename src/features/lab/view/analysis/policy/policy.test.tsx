import { screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { AppError } from "../../../../../log/errors.ts";
import type { Embedder } from "../../../../../runtime/ports.ts";
import { generatedLab } from "../../../../../testing/lab/generated-lab.ts";
import { quickLearn as quick } from "../../../../../testing/lab/policy-world.ts";
import { renderPart } from "../../../../../testing/render-app.tsx";
import { sameThreadAnalyst } from "../../../../../testing/ui/lab-analysis/fake-lab.ts";
import { createLabAnalysis } from "../../../analysis.ts";
import type { PolicyLearner } from "../../../policy-client.ts";
import { learnFrom } from "../../../policy-worker.ts";
import { AnalysisHolder } from "../use-analysis.ts";
import { PolicyPart } from "./PolicyPart.tsx";

const onThisThread: PolicyLearner = async (request, _signal, onProgress) =>
  learnFrom(request, onProgress, quick);

const lab = generatedLab(40);
/** With dollars, and how sure each answer is. */
const results = lab.results.map((result) => ({
  ...result,
  sure: (result.metrics.right ?? 0) * 0.5 + 0.2,
}));

async function renderPolicy(
  changes: Partial<typeof lab> = {},
  learner: PolicyLearner = onThisThread,
) {
  const { batch, questions, results: given } = { ...lab, results, ...changes };
  const store = createLabAnalysis(sameThreadAnalyst(50));
  await store.show(batch, given);
  await store.chargeBy("usd");
  const page = renderPart(
    <AnalysisHolder
      value={{
        store,
        questions: new Map(questions.map((row) => [row.id, row])),
        price: null,
        log: async () => null,
        beside: async () => ({
          batch: {
            ...batch,
            configurations: batch.configurations.slice(0, 1).flatMap((one) => [
              one,
              {
                ...one,
                id: "decision",
                title: "With Decision",
                settings: { ...one.settings, plan: "decide" as const },
              },
            ]),
          },
          results: given
            .filter(({ configuration }) => configuration === "SSS")
            .map((one) => ({ ...one, configuration: "decision" })),
        }),
      }}
    >
      <PolicyPart batch={batch} learner={learner} />
    </AnalysisHolder>,
  );
  const noEncoder = (): Promise<Embedder> => Promise.reject(new AppError("download-failed"));
  vi.spyOn(page.runtime.router.parts, "embedder").mockImplementation(noEncoder);
  return { ...page, store };
}

const learnButton = () => screen.getByRole("button", { name: "Learn from this report" });
const table = (name: string) => screen.getByRole("table", { name });

afterEach(() => vi.restoreAllMocks());

describe("what asking would buy", () => {
  it("is learnt by one press: words, picture and tables, without the encoder too", async () => {
    const { user, container } = await renderPolicy();
    await user.click(learnButton());
    await screen.findByText(/^All small alone|^SSS alone/u);
    expect(screen.getByText(/The encoder could not be loaded/u)).toBeTruthy();
    expect(container.querySelector("svg[data-picture]")?.textContent).toContain(
      "US dollars per 1,000 questions",
    );
    expect(screen.getByText(/^It goes by one figure: how sure the verifier is/u)).toBeTruthy();
    expect(within(table("At the cost of each setup")).getAllByRole("row")).toHaveLength(10);
    expect(container.querySelector("svg[data-picture]")?.textContent).toContain("With Decision");
    const designs = within(table("What a policy could go by")).getAllByRole("rowheader");
    expect(designs.map((cell) => cell.textContent)).toEqual([
      "The first run",
      "Sureness of the first answer (chosen)",
    ]);
    expect(screen.getByText(/^Learned from 40 questions\.$/u)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Learn again" })).toBeTruthy();
  });

  it("is used in Ask, with the way to its slider", async () => {
    const { user, runtime } = await renderPolicy();
    await user.click(learnButton());
    await user.click(await screen.findByRole("button", { name: "Use in Ask" }));
    await screen.findByText(/choose the preset “Where it pays”/u);
    const { own, policy } = runtime.worth.getState();
    expect(own).toBe(true);
    expect(policy?.trainedOn).toBe(40);
    expect(screen.getByRole("button", { name: "Open Method in Ask" })).toBeTruthy();
  });

  it("says why Ask cannot go by it: another cost than dollars", async () => {
    const { user, store } = await renderPolicy();
    await store.chargeBy("tokens");
    await user.click(learnButton());
    await screen.findByText(/^Ask weighs US dollars/u);
    expect(screen.queryByRole("button", { name: "Use in Ask" })).toBeNull();
    await store.chargeBy("usd");
    await screen.findByText(/Learn again to follow it/u);
  });

  it("tells why nothing can be learnt: too few questions, one class, an unknown cost", async () => {
    const few = generatedLab(8);
    const { user } = await renderPolicy(few);
    await user.click(learnButton());
    expect((await screen.findByRole("alert")).textContent).toMatch(/8 questions were answered/u);

    const same = results.map((one) => ({ ...one, metrics: { ...one.metrics, right: 1, f1: 1 } }));
    const second = await renderPolicy({ results: same });
    await second.user.click(learnButton());
    expect((await screen.findByRole("alert")).textContent).toMatch(/every answer .* is right/iu);

    const unpriced = results.map((one) => ({ ...one, total: { ...one.total, usd: null } }));
    const third = await renderPolicy({ results: unpriced });
    await third.user.click(learnButton());
    expect((await screen.findByRole("alert")).textContent).toMatch(/what an answer costs/iu);

    const [first] = lab.batch.configurations;
    if (first === undefined) throw new Error("there are eight");
    const fourth = await renderPolicy({ batch: { ...lab.batch, configurations: [first] } });
    await fourth.user.click(learnButton());
    expect((await screen.findByRole("alert")).textContent).toMatch(/one setup only/u);
  });

  it("says which gate the report cannot serve, before it learns", async () => {
    const { user } = await renderPolicy();
    const choice = screen.getByRole("combobox", { name: "Choose as" });
    await user.selectOptions(choice, "SlimPLM’s gate");
    expect(screen.getByRole("alert").textContent).toMatch(/does not compare what SlimPLM chooses/u);
    expect(screen.queryByRole("button", { name: "Learn from this report" })).toBeNull();
    await user.selectOptions(choice, "Where it pays");
    expect(screen.queryByRole("alert")).toBeNull();
  });

  it("is stopped, and can begin again", async () => {
    const endless: PolicyLearner = (_request, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(new AppError("stopped")));
      });
    const { user } = await renderPolicy({}, endless);
    await user.click(learnButton());
    await user.click(await screen.findByRole("button", { name: "Stop" }));
    expect(learnButton()).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
  });
});
