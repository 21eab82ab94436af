/** Each is the first part of a sentence. */
import { type Params, paramOr } from "./error-words.ts";

export function policyDataProblem(params: Params): string {
  const { reason, field = "" } = params;
  const told = (name: string, otherwise: string) => paramOr(params, name, otherwise);
  switch (reason) {
    case "too-few-actions":
      return "it has answers in one setup only: what to choose between takes two at least";
    case "no-common-question":
      return "no question was answered and judged in every setup, so that none could be compared";
    case "too-few-questions":
      return `${told("questions", "too few")} questions were answered in every setup, and it takes ${told("needed", "more")} at least: of fewer, chance would be learnt`;
    case "one-class":
      return `${classOf(params["label"])}: there is nothing that would tell when to ask again. Ask other questions, or judge by another metric`;
    case "cost-unknown":
      return `what an answer costs is not known of ${told("actions", "some setups")}. Set the large model’s price, or weigh another cost`;
    case "cost-not-usd":
      return "it weighs something other than US dollars, and Ask weighs money: learn it from a report by US dollars";
    case "design":
      return "it has not all that this design goes by: sentence vectors of the questions, or what the first runs tell of themselves";
    case "models":
      return `it was learnt from answers of ${told("trained", "another model")} as the ${told("tier", "large")} model, and ${told("asked", "none")} is set up now: what pays with one says nothing of another. Set up the first, or learn from a report of this one`;
    case "encoder":
      return "it was learnt with another encoder than this one: learn it from the report again";
    case "vector-missing":
      return "it goes by the question’s sentence vector, and there is none: the encoder is not loaded";
    case "feature-missing":
      return `it goes by something that this run does not tell${field === "" ? "" : ` (${field})`}: learn it from a report of this version`;
    case "too-new":
      return `it was written by a newer page (format ${told("version", "unknown")})`;
    case "not-json":
    case "not-a-policy":
      return `it is not a file of what pays${field === "" ? "" : `: ${field} is wrong`}`;
    default:
      return `${told("reason", "something in it")} is out of range`;
  }
}

function classOf(label: Params[string] | undefined): string {
  if (label === 1) return "every answer of every setup is right";
  return label === 0
    ? "no answer of any setup is right"
    : "every answer of every setup scores the same";
}
