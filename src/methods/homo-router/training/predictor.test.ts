import { describe, expect, it } from "vitest";
import { seededRandom, shuffled } from "../../../shared/random.ts";
import { Adam, linearSchedule } from "./adam.ts";
import { meanAbsoluteError } from "./metrics.ts";
import {
  forward,
  initialParameters,
  lossAndGradient,
  parameterCount,
  type Sample,
  type Shape,
} from "./network.ts";
import {
  defaultTrain,
  type EpochDone,
  predict,
  predictorData,
  trainPredictor,
} from "./predictor.ts";

function synthetic(count: number, seed: number, inputs = 16): Sample[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => {
    const raw = Float32Array.from({ length: inputs }, () => random() + random() + random() - 1.5);
    const vector = raw.map((value) => value / Math.hypot(...raw));
    const side = 1 / (1 + Math.exp(-8 * (vector[0] ?? 0)));
    const noise = 0.1 * (random() - 0.5);
    const labels = [side, 1 - side, 0.6 + noise].map((label) => Math.min(1, Math.max(0, label)));
    return { vector, labels };
  });
}

const quick = { ...defaultTrain, learningRate: 5e-3 };

const vectorsOf = (samples: readonly Sample[]) => samples.map(({ vector }) => vector);
const labelsOf = (samples: readonly Sample[]) => samples.map(({ labels }) => labels);
const train = (samples: readonly Sample[], changes = {}, seed = 42) =>
  trainPredictor(samples, { ...quick, ...changes }, { random: seededRandom(seed) });

describe("the gradient", () => {
  it.each([
    ["mlp", { inputs: 5, hidden: 4, outputs: 3 }],
    ["linear", { inputs: 5, hidden: 0, outputs: 3 }],
  ] as const)("of %s heads is the slope of the loss", (_heads, shape: Shape) => {
    const random = seededRandom(7);
    const batch = synthetic(6, 3, shape.inputs);
    // All weights random: the initial zeros would hide half of the slopes.
    const parameters = initialParameters(shape, [0.2, 0.5, 0.9], random).map(
      (value) => value + random() - 0.5,
    );
    const gradient = new Float64Array(parameters.length);
    lossAndGradient(shape, parameters, batch, gradient);
    const scratch = new Float64Array(parameters.length);
    const step = 1e-5;
    for (let index = 0; index < parameters.length; index += 1) {
      const at = (shift: number) =>
        lossAndGradient(
          shape,
          parameters.with(index, (parameters[index] ?? 0) + shift),
          batch,
          scratch,
        );
      expect(gradient[index]).toBeCloseTo((at(step) - at(-step)) / (2 * step), 7);
    }
    expect(gradient.some((slope) => Math.abs(slope) > 1e-3)).toBe(true);
  });

  it("belongs to the mean over the batch of the squared errors' sum (Eq. 4)", () => {
    const shape = { inputs: 16, hidden: 3, outputs: 3 };
    const parameters = initialParameters(shape, [0.5, 0.5, 0.5], seededRandom(1));
    const batch = synthetic(4, 9);
    const errors = batch.map(({ vector, labels }) =>
      forward(shape, parameters, vector).reduce(
        (sum, score, tool) => sum + (score - (labels[tool] ?? 0)) ** 2,
        0,
      ),
    );
    const loss = lossAndGradient(shape, parameters, batch, new Float64Array(parameters.length));
    expect(loss).toBeCloseTo(errors.reduce((sum, error) => sum + error, 0) / 4, 12);
  });
});

describe("the schedule", () => {
  it("rises over a tenth of the steps and falls to nothing after the last", () => {
    const rates = Array.from({ length: 100 }, (_, step) => linearSchedule(step, 100, 0.1));
    expect(rates[0]).toBeCloseTo(0.1);
    expect(rates[9]).toBe(1);
    expect(rates[10]).toBe(1);
    expect(rates[55]).toBeCloseTo(0.5);
    expect(rates[99]).toBeCloseTo(1 / 90);
    expect(linearSchedule(0, 1, 0)).toBe(1);
  });
});

describe("a step of Adam", () => {
  it("is the learning rate at first, however steep the slope, and is worked out after", () => {
    const adam = new Adam(2);
    const parameters = Float64Array.from([1, 1]);
    adam.step(parameters, Float64Array.from([1000, -0.001]), 0.1);
    expect(parameters[0]).toBeCloseTo(0.9, 6);
    expect(parameters[1]).toBeCloseTo(1.1, 4);
    // m = 0.9·0.1·1000 / 0.19, v = 0.999·0.001·1e6 / 0.001999: the slope is 0 now, the step is not.
    adam.step(parameters, new Float64Array(2), 0.1);
    const move = 90 / 0.19 / Math.sqrt(999 / 0.001999);
    expect(parameters[0]).toBeCloseTo(0.9 - 0.1 * move, 6);
  });
});

describe("training", { timeout: 60_000 }, () => {
  const seen = synthetic(300, 1);
  const unseen = synthetic(200, 2);

  it.each(["mlp", "linear"] as const)(
    "with %s heads beats the tools' means on questions it has not seen",
    (heads) => {
      const trained = train(seen, { heads });
      const means = [0, 1, 2].map(
        (tool) => labelsOf(seen).reduce((sum, row) => sum + (row[tool] ?? 0), 0) / seen.length,
      );
      const error = meanAbsoluteError(predict(trained, vectorsOf(unseen)), labelsOf(unseen));
      const ofMeans = meanAbsoluteError(
        unseen.map(() => means),
        labelsOf(unseen),
      );
      expect(error).toBeLessThan(0.6 * ofMeans);
    },
  );

  it("begins at the tools' means", () => {
    const shape = { inputs: 16, hidden: 0, outputs: 2 };
    const parameters = initialParameters(shape, [0.2, 0.9], seededRandom(1));
    const scores = forward(shape, parameters, new Float32Array(16).fill(0.25));
    expect(scores[0]).toBeCloseTo(0.2, 12);
    expect(scores[1]).toBeCloseTo(0.9, 12);
    // A tool that was always right has no finite log-odds.
    const sure = initialParameters(shape, [1, 0], seededRandom(1));
    expect(forward(shape, sure, new Float32Array(16))[0]).toBeCloseTo(0.999, 12);
  });

  it("gives the same heads for the same seed, and others for another", () => {
    const short = { epochs: 2 };
    expect(train(seen, short)).toEqual(train(seen, short));
    expect(train(seen, short, 43).parameters).not.toEqual(train(seen, short).parameters);
  });

  it("tells of each epoch, with a loss that falls", () => {
    const epochs: EpochDone[] = [];
    trainPredictor(
      seen,
      { ...quick, epochs: 5 },
      { random: seededRandom(42), onEpoch: (done) => epochs.push(done) },
    );
    expect(epochs.map(({ epoch }) => epoch)).toEqual([1, 2, 3, 4, 5]);
    expect(epochs.at(-1)?.loss).toBeLessThan(0.8 * (epochs[0]?.loss ?? 0));
  });

  it("stops after the epoch in which it was asked to", () => {
    const stop = new AbortController();
    let epochs = 0;
    const run = () =>
      trainPredictor(seen, defaultTrain, {
        random: seededRandom(42),
        signal: stop.signal,
        onEpoch: () => {
          epochs += 1;
          if (epochs === 2) stop.abort();
        },
      });
    expect(run).toThrow(expect.objectContaining({ code: "stopped" }));
    expect(epochs).toBe(2);
  });

  it.each([
    ["no-rows", [], {}],
    ["lengths-differ", [...synthetic(3, 1, 4), ...synthetic(1, 1, 5)], {}],
    ["not-a-number", [{ vector: Float32Array.from([Number.NaN]), labels: [1] }], {}],
    ["score-outside-0-1", [{ vector: Float32Array.from([1]), labels: [Number.NaN] }], {}],
    ["score-outside-0-1", [{ vector: Float32Array.from([1]), labels: [1.2] }], {}],
    ["empty-row", [{ vector: new Float32Array(), labels: [1] }], {}],
    ["settings", synthetic(3, 1), { epochs: 0 }],
    ["settings", synthetic(3, 1), { learningRate: Number.NaN }],
    ["settings", synthetic(3, 1), { hidden: 0 }],
  ])("refuses %s", (reason, samples, changes) => {
    expect(() => train(samples, changes)).toThrow(
      expect.objectContaining({ code: "router-data-invalid", params: { reason } }),
    );
  });
});

describe("heads as data", () => {
  const trained = train(synthetic(20, 1), { epochs: 1, hidden: 3 });

  it("come back from JSON and predict the same", () => {
    const back = predictorData.parse(JSON.parse(JSON.stringify(trained)));
    const vectors = vectorsOf(synthetic(5, 8));
    expect(predict(back, vectors)).toEqual(predict(trained, vectors));
    expect(
      predict(back, vectors)
        .flat()
        .every((score) => score > 0 && score < 1),
    ).toBe(true);
  });

  it("are refused when something is missing or of another version", () => {
    expect(trained.parameters).toHaveLength(parameterCount(trained));
    for (const broken of [
      { ...trained, parameters: trained.parameters.slice(1) },
      { ...trained, version: 2 },
      { ...trained, parameters: trained.parameters.with(0, Number.NaN) },
      { ...trained, hidden: -1 },
    ]) {
      expect(predictorData.safeParse(broken).success).toBe(false);
    }
  });

  it("refuse a vector of another encoder", () => {
    expect(() => predict(trained, [new Float32Array(8)])).toThrow(
      expect.objectContaining({ code: "router-data-invalid", params: { reason: "vector-length" } }),
    );
    expect(() => predict(trained, [new Float32Array(16).fill(Number.NaN)])).toThrow(
      expect.objectContaining({ params: { reason: "not-a-number" } }),
    );
  });
});

describe("the generator", () => {
  it("stays in [0, 1), spreads evenly, and shuffles without losing any", () => {
    const random = seededRandom(5);
    const draws = Array.from({ length: 10_000 }, random);
    expect(draws.every((draw) => draw >= 0 && draw < 1)).toBe(true);
    expect(draws.reduce((sum, draw) => sum + draw, 0) / draws.length).toBeCloseTo(0.5, 1);
    const items = Array.from({ length: 50 }, (_, index) => index);
    const order = shuffled(items, random);
    expect(order).not.toEqual(items);
    expect(order.toSorted((a, b) => a - b)).toEqual(items);
  });
});
