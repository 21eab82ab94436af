import type { ErrorCode } from "../../log/errors.ts";
import {
  type ErrorFormatter,
  fieldTold,
  keptSoFar,
  type Params,
  paramOr,
  serverMessage,
  waitTold,
} from "./error-words.ts";
import { seconds } from "./format.ts";

function toolTold(params: Params): string {
  return paramOr(params, "tool", "The search tool");
}

function badAnswer(params: Params): string {
  switch (params["reason"]) {
    case "too-large":
      return "sent more than a search may bring, and was cut off";
    case "html":
      return "answered with a web page instead of results, as a wrong address does";
    case "empty":
      return "answered with nothing at all";
    case "no-index":
      return "has no index of the name in its settings, or nothing at that address";
    case "no-text-field":
      return "found documents, but none has a text in the field that its settings name";
    case "redirect":
      return "points to another address, where nothing is sent";
    case "sources":
      return "got no answer from the search engines that it asks";
    case "cut":
      return "broke off in the middle of its answer";
    case "status":
      return `answered ${paramOr(params, "status", "with an error")}`;
    default:
      return "did not answer in the form that was expected";
  }
}

/** Each hint follows a sentence. */
const hints: Readonly<Record<string, string>> = {
  "searxng-json":
    " A SearXNG server answers programs only after its owner has added json to search.formats in its settings.",
  "opensearch-cors": corsOf("opensearch.yml"),
  "elasticsearch-cors": corsOf("elasticsearch.yml"),
  "cluster-red":
    " Parts of the index are on no node that can be reached (its cluster is red, or has just started): GET _cluster/health tells which.",
  "no-knn":
    " It cannot search by meaning: OpenSearch does with its plugin opensearch-knn, Elasticsearch since version 8. Searching by words works without.",
  "no-vectors":
    " The field of vectors in its settings is not in the index, or holds none: npm run index -- --vectors writes them. Searching by words works without.",
};

function corsOf(file: string): string {
  return ` To let this page call it: 1. add three lines to its ${file}: http.cors.enabled: true; http.cors.allow-origin: the address of this page without a path, in quotes; http.cors.allow-headers: "content-type, authorization". 2. Restart the node. 3. Test again here.`;
}

function hintTold(params: Params): string {
  return hints[paramOr(params, "hint", "")] ?? "";
}

function unreached(params: Params): string {
  const tool = toolTold(params);
  const address = paramOr(params, "url", "");
  const at = address === "" ? "" : ` at ${address}`;
  const reason = paramOr(params, "reason", "");
  if (params["refusesPages"] === true) {
    return `${tool} did not answer${at}, as it does not allow web pages to call it (CORS): it works on the command line, or through a proxy of your own.`;
  }
  switch (params["reach"]) {
    case "withheld":
      return `Something answers${at}, but it does not allow pages to read it (CORS), or the path is wrong. Allow this page's address on the server of ${tool}, or ask it on the command line.${hintTold(params)}`;
    case "insecure":
      return `This page came over https, so the browser may not call ${tool}${at} over plain http. Use an https address.`;
    case "silent":
      return `Nothing answers${at}. Is ${tool} running, and the address right?`;
    default:
      return reason === ""
        ? `${tool} did not answer${at}, or does not allow pages to call it (CORS); browsers do not tell which.${hintTold(params)}`
        : `${tool} did not answer${at} (${reason}).`;
  }
}

export const toolErrorTexts = {
  "tool-not-configured": (params) => ({
    title: "A search tool is not set up",
    body: `${toolTold(params)} was chosen, but ${fieldTold(params) ?? "it was never set up"}. Nothing was sent to it.`,
    action: "Set it up",
    wayOn: "open-tools",
  }),
  "tool-unreachable-or-cors": (params) => ({
    title: "A search tool could not be reached",
    body: `${unreached(params)} ${keptSoFar}`,
    action: "Check the tool",
    wayOn: "open-tools",
  }),
  "tool-unauthorised": (params) => ({
    title: "A search tool refused the key",
    body: `${toolTold(params)} answered ${paramOr(params, "status", "that it may not be used")}, so the step found nothing there.${hintTold(params)}${serverMessage(params)}`,
    action: "Check its key",
    wayOn: "open-tools",
  }),
  "tool-rate-limited": (params) => ({
    title: "A search tool asks to slow down",
    body: `${toolTold(params)} had too many requests in a short time, or its allowance is used up${waitTold(params)}. ${keptSoFar}`,
    action: "Ask again",
    wayOn: "ask-again",
  }),
  "tool-timeout": (params) => ({
    title: "A search tool took too long",
    body: `${toolTold(params)} gave no whole answer${paramOr(params, "timeoutMs", "") === "" ? " in time" : ` within ${seconds(Number(params["timeoutMs"]) / 1000)}`}, so the request was ended. ${keptSoFar}`,
    action: "Ask again",
    wayOn: "ask-again",
  }),
  "tool-server-error": (params) => ({
    title: "A search tool has a fault",
    body: `${toolTold(params)} answered ${paramOr(params, "status", "with a server error")}, several times over.${hintTold(params)} ${keptSoFar}${serverMessage(params)}`,
    action: "Ask again",
    wayOn: "ask-again",
  }),
  "tool-bad-response": (params) => ({
    title: "A search tool's answer made no sense",
    body: `${toolTold(params)} ${badAnswer(params)}, so nothing of it was used.${hintTold(params)} ${keptSoFar}${serverMessage(params)}`,
    action: "Check the tool",
    wayOn: "open-tools",
  }),
} as const satisfies Partial<Record<ErrorCode, ErrorFormatter>>;
