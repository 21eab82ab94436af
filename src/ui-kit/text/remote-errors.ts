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
import { bytes, count, duration } from "./format.ts";

/** For example "for 60 s"; "in time" if unknown. */
function limitTold(params: Params, before: string): string {
  const milliseconds = Number(params["timeoutMs"] ?? Number.NaN);
  return Number.isFinite(milliseconds) ? `${before} ${duration(milliseconds / 1000)}` : "in time";
}

function tooSlow(params: Params): string {
  switch (params["phase"]) {
    case "total":
      return `gave no whole answer ${limitTold(params, "within")}`;
    case "keep-alive":
      return `only said that it is still there, and sent no part of an answer ${limitTold(params, "for")}`;
    default:
      return `sent nothing ${limitTold(params, "for")}`;
  }
}

function sizesTold(params: Params): string {
  const received = Number(params["bytesReceived"] ?? Number.NaN);
  const charactersKept = Number(params["charactersKept"] ?? Number.NaN);
  if (!Number.isFinite(received) || !Number.isFinite(charactersKept)) return keptSoFar;
  return `${bytes(received)} had arrived; ${count(charactersKept)} characters of text are kept.`;
}

/** A small model may be at a server, too. */
function tierOf(params: Params): "small" | "large" {
  return params["tier"] === "small" ? "small" : "large";
}

function settingsOf(params: Params) {
  return tierOf(params) === "small" ? "open-small-settings" : "open-large-settings";
}

export const remoteErrorTexts = {
  "remote-not-configured": (params) => ({
    title:
      tierOf(params) === "small"
        ? "The small model's server is not set up"
        : "No large model is set up",
    body: `It cannot be asked, as ${fieldTold(params) ?? "none is known"}. Nothing was sent.`,
    action: "Set one up",
    wayOn: settingsOf(params),
  }),
  "remote-unreachable-or-cors": (params) => ({
    title: `The ${tierOf(params)} model could not be reached`,
    // Node reports a cause; only a browser leaves CORS possible.
    body: `${paramOr(params, "url", "The address")} did not answer${
      paramOr(params, "reason", "") === ""
        ? ", or does not allow pages to call it (CORS). Browsers do not tell which"
        : ` (${paramOr(params, "reason", "")})`
    }.`,
    action: "Check the address",
    wayOn: settingsOf(params),
  }),
  "remote-unauthorised": (params) => ({
    title: "The key was refused",
    body: `${paramOr(params, "url", "The provider")} answered ${paramOr(params, "status", "401")}.${serverMessage(params)}`,
    action: "Check the key",
    wayOn: settingsOf(params),
  }),
  "remote-path-not-found": (params) => ({
    title: "There is nothing at this address",
    body: `${paramOr(params, "url", "The address")} answered ${paramOr(params, "status", "404")}. Most base addresses end in /v1.`,
    action: "Check the address",
    wayOn: settingsOf(params),
  }),
  "remote-address-moved": (params) => ({
    title: "The address has moved",
    body: `${paramOr(params, "url", "The address")} sends its callers on to ${paramOr(params, "movedTo", "another address, which browsers do not tell")}. Neither your words nor your key were sent there. If you trust the new address, enter it.`,
    action: "Check the address",
    wayOn: settingsOf(params),
  }),
  "remote-model-unknown": (params) => ({
    title: "The provider does not know this model",
    body: `${paramOr(params, "model", "The model")} is not offered there, or not to this key.${serverMessage(params)}`,
    action: "Choose another model",
    wayOn: settingsOf(params),
  }),
  "remote-quota-exhausted": (params) => ({
    title: "The account has no credit left",
    body: `The provider refused the call for want of quota. What was answered so far is kept.${serverMessage(params)}`,
    ...(tierOf(params) === "small"
      ? { action: "Choose another model", wayOn: "open-small-settings" }
      : { action: "Let the small model do it", wayOn: "use-small" }),
  }),
  "remote-rate-limited": (params) => ({
    title: "The provider asks to slow down",
    body: `There were too many calls in a short time${waitTold(params)}. What was answered so far is kept.`,
    action: "Ask again",
    wayOn: "ask-again",
  }),
  "remote-timeout": (params) => ({
    title: `The ${tierOf(params)} model took too long`,
    body: `${paramOr(params, "url", "It")} ${tooSlow(params)}, so the call was ended. ${keptSoFar} If it is only slow, fewer passages or a smaller model help.`,
    action: "Ask again",
    wayOn: "ask-again",
  }),
  "remote-server-error": (params) => ({
    title: "The provider has a fault",
    body: `It answered ${paramOr(params, "status", "with a server error")}, several times over. What was answered so far is kept.${serverMessage(params)}`,
    action: "Ask again",
    wayOn: "ask-again",
  }),
  "remote-bad-response": (params) => ({
    title: "The answer made no sense",
    body: `${paramOr(params, "url", "The address")} does not answer in the OpenAI form; it may lead to something else.${serverMessage(params)}`,
    action: "Check the address",
    wayOn: settingsOf(params),
  }),
  "remote-answer-too-large": (params) => ({
    title: `The ${tierOf(params)} model sent more than an answer can be`,
    body: `${paramOr(params, "url", "It")} did not stop where it was told to, so the call was ended. ${sizesTold(params)} What it cost is unknown; a cap counts the most that it can be.`,
    action: "Choose another model",
    wayOn: settingsOf(params),
  }),
  "remote-stream-cut": (params) => ({
    title: `The ${tierOf(params)} model's answer was cut off`,
    body: "The connection ended in the middle. What had arrived is kept; its cost is unknown.",
    action: "Ask again",
    wayOn: "ask-again",
  }),
  "spending-cap-reached": (params) => ({
    title: "The spending cap was reached",
    body: `The next call could have gone past the cap of $${paramOr(params, "cap", "…")} a ${paramOr(params, "period", "question")}, so it was not made. What was answered so far is kept.`,
    action: "Change the cap",
    wayOn: "open-caps",
  }),
  "price-unknown-under-cap": (params) => ({
    title: "A cap needs a price",
    body: `The price of ${paramOr(params, "tool", paramOr(params, "model", `the ${tierOf(params)} model`))} is ${params["price"] === 0 ? "set to 0, but it is not on this machine" : "not known"}, so the cap cannot be kept. Nothing was sent.`,
    action: params["price"] === 0 ? "Enter its price, or say that it is free" : "Enter its price",
    wayOn: params["tool"] === undefined ? settingsOf(params) : "open-tools",
  }),
  "spending-record-damaged": (params) =>
    params["batch"] === undefined
      ? {
          title: "What was spent on this day cannot be read",
          body: `The record of ${paramOr(params, "day", "the day")} in this browser is damaged, so the cap cannot be kept. The call was not made. ${keptSoFar} Look up at the provider what you spent; then you can start counting the day again under the caps.`,
          action: "Look at the caps",
          wayOn: "open-caps",
        }
      : {
          title: "What this batch has paid cannot be read",
          body: "Its record in this browser is gone or damaged, so its budget cannot be kept. The call was not made. Results that are there can be saved; begin a new batch for the rest.",
          action: "Look at the caps",
          wayOn: "open-caps",
        },
} as const satisfies Partial<Record<ErrorCode, ErrorFormatter>>;
