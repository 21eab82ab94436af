/** Errors as OpenAI's clients read them: an HTTP status and `{ error }`, never a stack. */
import { type ErrorData, toAppError } from "../../log/errors.ts";
import { outsideSentence } from "../../ui-kit/text/outside-errors.ts";

export interface Failure {
  status: number;
  code: string;
  message: string;
  /** The field of the request that is wrong. */
  param?: string;
  headers?: Readonly<Record<string, string>>;
}

/** Thrown while a request is read. */
export class Refusal extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

export function errorBody({ status, code, message, param }: Failure) {
  const type = status < 500 ? "invalid_request_error" : "server_error";
  return { error: { message, type, param: param ?? null, code } };
}

/** Clients repeat a server's failure by themselves, which would be paid again. */
export const notAgain = { "x-should-retry": "false" };

/** The words of an unexpected error may hold anything: a path, a text, a key. */
export function withoutOwnWords(error: ErrorData): ErrorData {
  const mayHoldAnything = /^(?:internal|generation-failed|retrieval-failed)$/u.test(error.code);
  return mayHoldAnything ? { ...error, params: {} } : error;
}

export function failureOf(error: ErrorData): Failure {
  const { code } = error;
  const message = outsideSentence(withoutOwnWords(error));
  return { status: statusOf(code), code, message, headers: notAgain };
}

export function failureOfThrown(thrown: unknown): Failure {
  if (thrown instanceof Refusal) return thrown.failure;
  return failureOf(toAppError(thrown).toData());
}

function statusOf(code: ErrorData["code"]): number {
  if (/^(?:question-|option-|settings-|remote-not-configured)/u.test(code)) return 400;
  if (code === "spending-cap-reached" || code === "price-unknown-under-cap") return 402;
  if (code === "stopped") return 503;
  return /^(?:remote|tool)-/u.test(code) ? 502 : 500;
}
