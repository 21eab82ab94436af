/** Rules that spend money on a question: the stepwise policy, and its rivals on the same logs. */
import {
  type LineData,
  lineScores,
  surenessScores,
  trainLine,
  trainSureness,
} from "../../../src/evaluation/policy/models.ts";
import { crossPredict } from "../../../src/methods/homo-router/training/fit.ts";
import { mean } from "../../../src/methods/homo-router/training/problem.ts";
import { type Estimate, type Keep, keepSurest, learnEstimate, learnKeep } from "./estimators.ts";
import {
  actionsFrom,
  allLarge,
  base,
  logit,
  priceOf,
  type Question,
  remembered,
  runIn,
  type State,
  setups,
  start,
  withSetup,
} from "./paths.ts";

export interface Outcome {
  right: number;
  usd: number;
}

/** Gives a question's outcome at each setting of the rule's dial, cheapest first. */
export type Rule = (question: Question) => Outcome[];
export interface Policy {
  title: string;
  learn: (seen: readonly Question[]) => Rule;
}

/** US dollars per 1,000 questions for one more right answer in a hundred. */
const pointPrices = [
  0, 0.003, 0.01, 0.02, 0.03, 0.05, 0.06, 0.07, 0.08, 0.09, 0.1, 0.12, 0.15, 0.2, 0.3, 0.5, 1, 3,
  10, 1000,
];
const pointsPerAnswer = 100;
const perThousand = 1000;

function walking(seen: readonly Question[], estimate: Estimate, keep: Keep, actions: number): Rule {
  const prices = new Map<string, number>();
  const meanPrice = (state: State, action: string): number => {
    const key = `${state} ${action}`;
    const known = prices.get(key) ?? mean(seen.map((one) => priceOf(one, state, action)));
    prices.set(key, known);
    return known;
  };
  return (question) => {
    const gains = new Map<string, [string, number][]>();
    const gainsIn = (state: State) => {
      const known = gains.get(`${state}`);
      if (known !== undefined) return known;
      const now = estimate(question, state, null);
      const found = actionsFrom(state).map((action): [string, number] => [
        action,
        estimate(question, state, action) - now,
      ]);
      gains.set(`${state}`, found);
      return found;
    };
    return pointPrices.map((pointUsd) => {
      const value = (pointUsd * pointsPerAnswer) / perThousand;
      let [state, usd] = [start, 0];
      while (state.length <= actions) {
        const from = state;
        const [best] = gainsIn(from)
          .map(([action, gain]) => ({ action, net: value * gain - meanPrice(from, action) }))
          .filter(({ net }) => net > 0)
          .sort((a, b) => b.net - a.net);
        if (best === undefined) break;
        usd += priceOf(question, state, best.action);
        state = withSetup(state, best.action);
      }
      return { right: keep(question, state).right, usd };
    });
  };
}

const inner = { folds: 4, seed: 7 };

/** The nearest the data come to the design: keeps by learned P(right), weighs by it. */
export const stepwiseTrees: Policy = {
  title: "stepwise, boosted trees",
  learn(seen) {
    const keeps = new Map(
      crossPredict(seen, inner, (part) => {
        const keep = learnKeep(part);
        return (question): [Question, Keep] => [question, keep];
      }),
    );
    const keepFor = (question: Question) => keeps.get(question) ?? keepSurest;
    const { estimateWith } = learnEstimate(seen, keepFor, "p");
    const keep = learnKeep(seen);
    return walking(seen, estimateWith(keep), keep, 3);
  },
};

/**
 * P(each setup is right), by a ridge regression over how sure every run seen is and whether it
 * agrees with the first: one for each state, so few numbers are fitted.
 */
export const stepwiseLines: Policy = {
  title: "stepwise, a line a state",
  learn: (seen) =>
    bySet(seen, (own) => {
      const rowOf = (question: Question, state: State) => [
        ...state.map((setup) => logit(runIn(question, setup).sure)),
        ...state
          .slice(1)
          .map((setup) => Number(runIn(question, setup).answer === runIn(question, base).answer)),
      ];
      const labels = own.map((question) => setups.map((setup) => runIn(question, setup).right));
      const lines = new Map<string, LineData>();
      const lineFor = (state: State): LineData => {
        const line =
          lines.get(state.join()) ??
          trainLine(
            own.map((question, at) => ({
              features: rowOf(question, state),
              labels: labels[at] ?? [],
            })),
          );
        lines.set(state.join(), line);
        return line;
      };
      const scores = remembered((question, state) => {
        const scored = lineScores(lineFor(state), rowOf(question, state));
        return new Map(setups.map((setup, at) => [setup as string, scored[at] ?? 0]));
      });
      const keep: Keep = (question, state) => {
        const scored = scores(question, state);
        const best = state.reduce((a, b) => ((scored.get(b) ?? 0) > (scored.get(a) ?? 0) ? b : a));
        return { right: runIn(question, best).right, p: scored.get(best) ?? 0 };
      };
      const estimate: Estimate = (question, state, action) => {
        const { p } = keep(question, state);
        return action === null ? p : Math.max(p, scores(question, state).get(action) ?? 0);
      };
      return walking(own, estimate, keep, 3);
    }),
};

function bySet(seen: readonly Question[], learn: (own: readonly Question[]) => Rule): Rule {
  const rules = new Map(
    [...new Set(seen.map(({ set }) => set))].map((set) => [
      set,
      learn(seen.filter((one) => one.set === set)),
    ]),
  );
  return (question) => rules.get(question.set)?.(question) ?? [];
}

/** Keeps the answer of the one run that followed. */
const newest: Keep = (question, state) => {
  const { right, sure } = runIn(question, state.find((setup) => setup !== base) ?? base);
  return { right, p: sure };
};

/** One decision after all small, by one curve an action over the base's sureness. */
function onceBySureness(title: string, keep: Keep): Policy {
  return {
    title,
    learn: (seen) => bySet(seen, (own) => walking(own, curvesOf(own, newest), keep, 1)),
  };
}
export const curvesNewest = onceBySureness("curves, the new answer kept", newest);
export const curvesSurest = onceBySureness("curves, the surer answer kept", keepSurest);

function curvesOf(seen: readonly Question[], keep: Keep): Estimate {
  const curves = trainSureness(
    seen.map((question) => ({
      features: [runIn(question, base).sure],
      labels: setups.map((setup) => keep(question, withSetup(start, setup)).right),
    })),
    0,
  );
  return (question, _state, action) => {
    const scores = surenessScores(curves, runIn(question, base).sure);
    return scores[setups.findIndex((setup) => setup === (action ?? base))] ?? 0;
  };
}

/**
 * Cascade routing (arXiv 2410.10347): expected before, judged after; goes on while an unseen setup
 * is expected to be better than the best seen.
 */
export const cascadeRouting: Policy = {
  title: "cascade routing",
  learn: (seen) =>
    bySet(seen, (own) => {
      const before = curvesOf(own, newest);
      const judged = trainSureness(
        own.flatMap(({ runs }) =>
          Object.values(runs).map(({ sure, right }) => ({ features: [sure], labels: [right] })),
        ),
        0,
      );
      const now: Estimate = (question, state) =>
        surenessScores(judged, keepSurest(question, state).p)[0] ?? 0;
      return walking(
        own,
        (question, state, action) =>
          action === null
            ? now(question, state, null)
            : Math.max(now(question, state, null), before(question, state, action)),
        keepSurest,
        3,
      );
    }),
};

const shares = [0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1];

/** One threshold and one target a budget, the best on the questions seen. */
function cascading(title: string, keep: Keep): Policy {
  return {
    title,
    learn: (seen) =>
      bySet(seen, (own) => {
        const thresholds = own.map((question) => runIn(question, base).sure).sort((a, b) => a - b);
        const most = mean(own.map((question) => priceOf(question, start, allLarge)));
        const tried = setups.slice(1).flatMap((target) =>
          [0, ...thresholds.filter((_, at) => at % 4 === 0), 2].map((threshold) => {
            const rule = (question: Question): Outcome => {
              const asks = runIn(question, base).sure < threshold;
              const state = asks ? withSetup(start, target) : start;
              const usd = asks ? priceOf(question, start, target) : 0;
              return { right: keep(question, state).right, usd };
            };
            const outcomes = own.map(rule);
            const right = mean(outcomes.map((one) => one.right));
            return { rule, right, usd: mean(outcomes.map(({ usd }) => usd)) };
          }),
        );
        tried.sort((a, b) => b.right - a.right || a.usd - b.usd);
        const rules = shares.map((share) => tried.find(({ usd }) => usd <= share * most + 1e-12));
        return (question) => rules.flatMap((one) => one?.rule(question) ?? []);
      }),
  };
}
export const cascadeNewest = cascading("cascade, the new answer kept", newest);
export const cascadeSurest = cascading("cascade, the surer answer kept", keepSurest);

/** Asks a random action of a random share of questions; the outcomes are expectations. */
export const random: Policy = {
  title: "random",
  learn: () => (question) => {
    const first = runIn(question, base).right;
    const others = actionsFrom(start).map((action) => ({
      right: runIn(question, action).right,
      usd: priceOf(question, start, action),
    }));
    const right = mean(others.map((one) => one.right));
    const usd = mean(others.map((one) => one.usd));
    return [0, 1].map((share) => ({
      right: first + share * (right - first),
      usd: share * usd,
    }));
  },
};
