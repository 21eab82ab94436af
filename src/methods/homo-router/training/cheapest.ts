/**
 * Finds the exact optimum of HomoRouter Eq. 6 by dynamic programming over the choices that the
 * linear relaxation leaves open. With its λ, Σ min_m(C − p/λ) + target/λ bounds every cost from
 * below. Any other choice raises it by its regret, so regrets that sum to the gap cannot be
 * cheaper.
 */
import { chooseOnline } from "../../../stages/dual-price.ts";
import { type Assignment, type PricedProblem, scoreAt, scoreTarget } from "./problem.ts";

/** In 1,000 × US dollars; closer price sums are equal. */
export const equalWithin = 1e-6;

interface Change {
  price: number;
  score: number;
  /** price − score / λ, at least 0 except for rounding. */
  regret: number;
}

interface Choice extends Change {
  question: number;
  tool: number;
}

interface State extends Change {
  last: { choice: Choice; before: State } | null;
}

/**
 * `known` meets the bound; `lambda` > 0. NP-hard, so exponential in the worst case;
 * docs/papers/homo-router.md has times.
 */
export function cheapest(
  problem: PricedProblem,
  pMin: number,
  { assignment: known, lambda }: { assignment: Assignment; lambda: number },
): Assignment {
  const { predicted, prices } = problem;
  const byLambda = predicted.map((scores) => chooseOnline(scores, prices, lambda));
  const base = sumsOf(problem, byLambda);
  const missing = scoreTarget(predicted.length, pMin) - base.score;
  const best: { price: number; state: State | null } = {
    price: sumsOf(problem, known).price - base.price,
    state: null,
  };
  const isOpen = ({ regret }: Change) => regret + missing / lambda < best.price - equalWithin;
  const take = (state: State) => {
    if (state.score < missing || state.price >= best.price - equalWithin) return;
    best.price = state.price;
    best.state = state;
  };

  let states: State[] = [{ price: 0, score: 0, regret: 0, last: null }];
  for (const state of states) take(state);
  for (const choices of choicesByRegret(problem, byLambda, lambda)) {
    if (!choices.some(isOpen)) break;
    const next = [...states];
    for (const choice of choices) {
      for (const before of states) {
        const state = {
          price: before.price + choice.price,
          score: before.score + choice.score,
          regret: before.regret + choice.regret,
          last: { choice, before },
        };
        if (!isOpen(state)) continue;
        take(state);
        next.push(state);
      }
    }
    states = undominated(next.filter(isOpen));
  }
  return best.state === null ? known : changedBy(byLambda, best.state);
}

function choicesByRegret(
  { predicted, prices }: PricedProblem,
  byLambda: Assignment,
  lambda: number,
): Choice[][] {
  const all = predicted.map((row, question) => {
    const own = byLambda[question] ?? 0;
    return row
      .flatMap((_, tool): Choice[] => {
        if (tool === own) return [];
        const price = (prices[tool] ?? 0) - (prices[own] ?? 0);
        const score = scoreAt(predicted, question, tool) - scoreAt(predicted, question, own);
        return [{ question, tool, price, score, regret: price - score / lambda }];
      })
      .sort((a, b) => a.regret - b.regret);
  });
  return all.sort((a, b) => (a[0]?.regret ?? 0) - (b[0]?.regret ?? 0));
}

/** No other state equals or beats these in both price and score. */
function undominated(states: State[]): State[] {
  states.sort((a, b) => a.price - b.price || b.score - a.score);
  let highest = Number.NEGATIVE_INFINITY;
  return states.filter(({ score }) => {
    if (score <= highest) return false;
    highest = score;
    return true;
  });
}

function changedBy(assignment: Assignment, state: State): Assignment {
  const changed = [...assignment];
  for (let { last } = state; last !== null; { last } = last.before) {
    changed[last.choice.question] = last.choice.tool;
  }
  return changed;
}

function sumsOf({ predicted, prices }: PricedProblem, assignment: Assignment) {
  return {
    price: assignment.reduce((sum, tool) => sum + (prices[tool] ?? 0), 0),
    score: assignment.reduce((sum, tool, n) => sum + scoreAt(predicted, n, tool), 0),
  };
}
