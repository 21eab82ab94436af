/** Each is the second half of a sentence. */
import type { ErrorData } from "../../log/errors.ts";

export function routerDataProblem(params: ErrorData["params"]): string {
  const { reason, field = "", version } = params;
  switch (reason) {
    case "no-rows":
      return "there is no question with a score for every tool and a sentence vector";
    case "vector-length":
    case "lengths-differ":
      return "its sentence vectors are not all of one length: they come from different encoders";
    case "encoder":
      return "it was trained with another encoder than this one, or does not say with which: train the router again on your questions";
    case "answerer":
      return `it was trained on the answers of ${params["trained"] ?? "another model"}, and ${params["asked"] ?? "another"} answers here: how well a tool serves one model says little of another. Try the tools with the model that answers, or let the other one answer`;
    case "answerers":
      return "its answers are of different models: try the tools again with one of them, or delete the other’s scores";
    case "not-a-number":
      return "a value in it is not a number";
    case "score-outside-0-1":
      return "a score lies outside 0 to 1";
    case "too-new":
      return `it was written by a newer page${version === undefined ? "" : ` (format ${version})`}`;
    case "not-a-study":
      return `it is not a file of what a router learnt${field === "" ? "" : `: ${field} is wrong`}`;
    case "not-json":
    case "not-a-policy":
      return `it is not a router's file${field === "" ? "" : `: ${field} is wrong`}`;
    default:
      return `${reason ?? "something in it"} is out of range`;
  }
}
