import { expect, it } from "vitest";
import { analyse } from "../../evaluation/analysis/analyse.ts";
import { unpackResults } from "../../evaluation/analysis/columnar-results.ts";
import { settlingOf } from "../../evaluation/batch/settling.ts";
import { generatedLab } from "../../testing/lab/generated-lab.ts";
import { PlayedWorker } from "../../testing/played-worker.ts";
import { createAnalysisClient, settlingInWorker } from "./analysis-client.ts";
import { createLabWorker, type LabWorker } from "./analysis-worker.ts";

const { batch, results } = generatedLab(300);
const byTokens = { metric: "coverEm", cost: "largeTokens", rounds: 50 } as const;

function playedAnalyst() {
  const workers: PlayedWorker[] = [];
  const pieces: number[] = [];
  const analyst = createAnalysisClient(() => {
    const inside = createLabWorker();
    const add: LabWorker["add"] = (some) => {
      pieces.push(unpackResults(some).length);
      return inside.add(some);
    };
    const worker = new PlayedWorker({ ...inside, add });
    workers.push(worker);
    return worker;
  });
  return { analyst, workers, pieces };
}

it("sends the results in pieces, once, and gets the figures of all of them", async () => {
  const { analyst, pieces } = playedAnalyst();
  const first = analyst.analyse(batch, results, byTokens);
  const second = analyst.analyse(batch, results, { ...byTokens, metric: "f1" });
  expect(await first).toEqual(analyse(batch, results, byTokens));
  expect((await second).metric).toBe("f1");
  expect(pieces).toEqual([2000, 400]);
  await analyst.analyse(batch, results.slice(0, 400), byTokens);
  expect(pieces).toEqual([2000, 400, 400]);
  analyst.close();
});

it("starts another worker after one that died, and sends all of it again", async () => {
  const { analyst, workers, pieces } = playedAnalyst();
  await analyst.analyse(batch, results, byTokens);
  workers[0]?.die();
  expect((await analyst.analyse(batch, results, byTokens)).questions).toBe(300);
  expect(workers.map(({ terminated }) => terminated)).toEqual([true, false]);
  expect(pieces).toEqual([2000, 400, 2000, 400]);
  analyst.close();
});

it("looks at a batch that runs until it is settled in a worker, which ends", async () => {
  const workers: PlayedWorker[] = [];
  const asked = generatedLab(300);
  const settled = { ...asked.batch, untilSettled: true } as const;
  const ids = asked.questions.map(({ id }) => id);
  const look = (some: typeof results) =>
    settlingInWorker(settled, ids, some, () => {
      const worker = new PlayedWorker(createLabWorker());
      workers.push(worker);
      return worker;
    });
  expect(await look(asked.results)).toEqual(settlingOf(settled, ids, asked.results));
  expect(await look([])).toBeNull();
  expect(workers.map(({ terminated }) => terminated)).toEqual([true, true]);
});
