import { screen } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import { AppError } from "../../../../log/errors.ts";
import { generatedLab } from "../../../../testing/lab/generated-lab.ts";
import { quickLearn as quick } from "../../../../testing/lab/policy-world.ts";
import { renderPart } from "../../../../testing/render-app.tsx";
import { sameThreadAnalyst } from "../../../../testing/ui/lab-analysis/fake-lab.ts";
import { createLabAnalysis } from "../../analysis.ts";
import type { PolicyLearner } from "../../policy-client.ts";
import { learnFrom } from "../../policy-worker.ts";
import { labPolicyText as words } from "../../text/lab-policy.ts";
import { PolicyPart } from "./PolicyPart.tsx";
import { AnalysisHolder } from "./use-analysis.ts";

const onThisThread: PolicyLearner = async (request, _signal, onProgress) =>
  learnFrom(request, onProgress, quick);

const lab = generatedLab(40);
/** With dollars and confidence. */
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
  const log = async () => null;
  const rows = new Map(questions.map((row) => [row.id, row]));
  return renderPart(
    <AnalysisHolder value={{ store, questions: rows, price: null, log }}>
      <PolicyPart batch={batch} learner={learner} />
    </AnalysisHolder>,
  );
}

const learnButton = () => screen.getByRole("button", { name: words.learn });

describe("where it pays", () => {
  it("is learnt by one press, for Ask to go by, with the way to its slider", async () => {
    const { user, runtime } = await renderPolicy();
    await user.click(learnButton());
    await screen.findByText(words.saved(40));
    const { own, policy } = runtime.worth.getState();
    expect(own).toBe(true);
    expect(policy).toMatchObject({ trainedOn: 40, design: "sureness", cost: "usd" });
    expect(screen.getByRole("button", { name: words.openMethod })).toBeTruthy();
    expect(learnButton()).toBeTruthy();
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
  });

  it("is not offered where Ask could not go by it", async () => {
    const configurations = lab.batch.configurations.map((one, at) => ({
      ...one,
      id: `tool-${at}`,
    }));
    await renderPolicy({ batch: { ...lab.batch, configurations } });
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("is stopped, and can begin again", async () => {
    const endless: PolicyLearner = (_request, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(new AppError("stopped")));
      });
    const { user } = await renderPolicy({}, endless);
    await user.click(learnButton());
    await user.click(await screen.findByRole("button", { name: words.stop }));
    expect(learnButton()).toBeTruthy();
    expect(screen.queryByRole("alert")).toBeNull();
  });
});
