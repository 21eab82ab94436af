import type { Considered } from "../../folds/considered.ts";
import type { RunEventOf } from "../../log/events.ts";
import { stages } from "../../log/types.ts";
import { errorText } from "./errors.ts";
import { approximateUsd, percent, perThousand, signedPoints } from "./format.ts";
import { stageNames } from "./stages.ts";

type Worth = RunEventOf<"worth">;
type Way = Worth["ways"][number];

export const worthText = {
  title: "Where it pays",
  stages(way: Pick<Way, "stages">): string {
    const large = stages.filter((stage) => way.stages[stage] === "large");
    if (large.length === stages.length) return "All of it";
    return large.map((stage) => stageNames[stage]).join(" and ");
  },
  considered: "What was considered",
  price: "What one more right answer in a hundred may cost",
  atPrice: (pointUsd: number) => `${perThousand(pointUsd / 1000)} per 1,000 questions`,
  done: "done",
  verdicts: {
    taken: "worth its price",
    less: "worth less than another way",
    "too-dear": "not worth its price",
    unpriced: "its price is unknown",
  } satisfies Record<Considered["verdict"], string>,
};

/** "Read by the large model: +12.0 points, ≈ $0.0001: done, worth its price" */
export function consideredLine({ way, gain, done, verdict }: Considered): string {
  const found = [...(done ? [worthText.done] : []), worthText.verdicts[verdict]].join(", ");
  return `${worthText.stages(way)} by the large model: ${signedPoints(gain)} points, ${approximateUsd(way.usd)}: ${found}`;
}

export function weighedSentence({ sure, ways, chosen, error, learnt, after }: Worth): string {
  const before = sure === null ? "The first answer" : `The first answer was ${percent(sure)} sure`;
  const taken = ways.find(({ id }) => id === chosen);
  if (taken !== undefined) {
    const doing = `${worthText.stages(taken)} by the large model`;
    return `${before}, so it was asked again: ${doing}, ${percent(taken.expected)} expected, for ${approximateUsd(taken.usd)}.`;
  }
  if (after !== undefined) {
    return `${before}. The large model was asked, too; its answer is only ${percent(after)} sure, so the first one was kept.`;
  }
  if (error !== undefined) {
    const { title, body } = errorText(error);
    const [why = title] = body.split(". ");
    return ways.length === 0
      ? `Whether asking again would pay could not be weighed: ${why}. The answer was kept.`
      : `It was asked again, and that failed: ${title}. The first answer was kept.`;
  }
  const other = likeliest(ways);
  if (other === null) {
    return learnt === null
      ? "Nothing was learnt yet of what the large model brings here."
      : "No other way of asking is known.";
  }
  const offer = `${worthText.stages(other)} by the large model: ${percent(other.expected)} expected, for ${approximateUsd(other.usd)}`;
  return `${before}, and it was left at that. ${offer}; less than your price of a point allows.`;
}

function likeliest(ways: readonly Way[]): Way | null {
  const others = ways.filter(({ stages: by }) => Object.values(by).includes("large"));
  return others.reduce<Way | null>(
    (best, way) => (best === null || way.expected > best.expected ? way : best),
    null,
  );
}
