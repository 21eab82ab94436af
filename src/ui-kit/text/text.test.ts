import { describe, expect, it } from "vitest";
import { estimateBasis } from "../../features/lab/text/lab-batch.ts";
import { type ErrorData, errorCodes } from "../../log/errors.ts";
import { errorText } from "./errors.ts";
import { approximateUsd, bytes, count, moneyText, seconds, unknown, usd } from "./format.ts";

const params: ErrorData["params"] = {
  url: "https://models.example/v1/chat/completions",
  status: 401,
  model: "a-model",
  message: "no such thing",
  retryAfterMs: 31_000,
  file: "onnx/model.onnx",
  characters: 20_000,
  limit: 2000,
  cap: 0.5,
  period: "day",
  promptTokens: 3000,
  contextTokens: 2048,
  event: 4,
  reason: "seq 9 is out of order",
  version: 3,
  supported: 2,
};

describe("errorText", () => {
  it.each(errorCodes)("%s has a title, a body that ends, and a way on", (code) => {
    for (const given of [{}, params]) {
      const { title, body, action } = errorText({ code, retryable: false, params: given });
      expect(title).toMatch(/\S/u);
      expect(action).toMatch(/\S/u);
      expect(body).toMatch(/[.”]$/u);
      expect(`${title} ${body} ${action}`).not.toMatch(/undefined|null|NaN|\[object/u);
    }
  });

  it("writes an address and a name as they are, and a word of its own as a sentence begins", () => {
    const body = (code: "remote-unreachable-or-cors" | "model-unknown", given: typeof params) =>
      errorText({ code, retryable: false, params: given }).body;
    expect(body("remote-unreachable-or-cors", params)).toMatch(/^https:\/\/models/u);
    expect(body("remote-unreachable-or-cors", {})).toMatch(/^The address/u);
    expect(body("remote-unreachable-or-cors", { reason: "ENOTFOUND" })).toBe(
      "The address did not answer (ENOTFOUND).",
    );
    expect(body("model-unknown", params)).toMatch(/^a-model was/u);
  });

  it("tells the server's own words and how long to wait", () => {
    const slow = errorText({ code: "remote-rate-limited", retryable: true, params });
    expect(slow.body).toContain("31 s");
    const refused = errorText({ code: "remote-unauthorised", retryable: false, params });
    expect(refused.body).toContain("no such thing");
  });

  it.each([
    [1500, "in 1.5 s."],
    [90_000, "in 90 s."],
    [600_000, "in 10 min."],
    [7_200_000, "in 2 h."],
    [5 * 86_400_000, "in 5 days."],
    // Once shown as "16666666 min 39 s".
    [999_999_999_000, "; the time it named to wait is of no use."],
    [Number.MAX_VALUE, "; the time it named to wait is of no use."],
  ])("tells a wait of %i ms in a unit of its size", (retryAfterMs, words) => {
    for (const code of ["remote-rate-limited", "tool-rate-limited"] as const) {
      const { body } = errorText({ code, retryable: true, params: { retryAfterMs } });
      expect(body).toContain(words);
    }
  });

  it("tells why a large model's answer did not come, and how much of it is kept", () => {
    const body = (code: ErrorData["code"], given: ErrorData["params"]) =>
      errorText({ code, retryable: false, params: given }).body;
    const slow = (phase: string, timeoutMs: number) => body("remote-timeout", { phase, timeoutMs });
    expect(slow("answer", 60_000)).toMatch(/^It sent nothing for 60 s,/u);
    expect(slow("keep-alive", 180_000)).toMatch(/still there, and sent no part .* for 3 min,/u);
    expect(slow("total", 700_000)).toMatch(/^It gave no whole answer within 12 min,/u);
    const moved = { url: "https://a.example/v1", movedTo: "https://b.example" };
    expect(body("remote-address-moved", moved)).toMatch(/^https:\/\/a.* on to https:\/\/b/u);
    expect(body("remote-address-moved", { ...moved, movedTo: null })).toContain("browsers do not");
    const large = { bytesReceived: 30_000_000, charactersKept: 264_704 };
    expect(body("remote-answer-too-large", large)).toContain(
      "30 MB had arrived; 264,704 characters of text are kept.",
    );
  });

  it("tells which tool failed, and what can be done", () => {
    const body = (code: ErrorData["code"], given: ErrorData["params"]) =>
      errorText({ code, retryable: false, params: { tool: "Our search", ...given } }).body;
    expect(body("tool-unreachable-or-cors", { refusesPages: true })).toMatch(
      /^Our search did not answer, as it does not allow web pages.*proxy of your own/,
    );
    const unreached = (given: ErrorData["params"]) => body("tool-unreachable-or-cors", given);
    const url = "https://s.example";
    expect(unreached({ url, reach: "withheld" })).toMatch(/^Something answers at https.*CORS/);
    expect(unreached({ url, reach: "insecure" })).toContain("over plain http. Use an https");
    expect(unreached({ url, reach: "silent" })).toMatch(/^Nothing answers at https.*right\?/);
    expect(unreached({ url })).toContain("browsers do not tell which");
    const told = unreached({ url, reason: "ECONNREFUSED" });
    expect(told).toMatch(/^Our search did not answer at https:\/\/s\.example \(ECONNREFUSED\)\./);
    expect(body("tool-unauthorised", { hint: "searxng-json" })).toContain("search.formats");
    for (const engine of ["opensearch", "elasticsearch"]) {
      const cors = body("tool-unreachable-or-cors", { hint: `${engine}-cors` });
      for (const step of [`${engine}.yml`, "http.cors.enabled: true", "authorization", "Restart"]) {
        expect(cors).toContain(step);
      }
    }
    expect(body("tool-server-error", { hint: "cluster-red" })).toContain("_cluster/health");
    expect(body("tool-bad-response", { hint: "no-knn" })).toContain("opensearch-knn");
    expect(body("tool-timeout", { timeoutMs: 10_000 })).toContain("within 10 s");
    const reasons = [
      "cut",
      "empty",
      "html",
      "no-index",
      "no-text-field",
      "redirect",
      "sources",
      "status",
      "too-large",
      "shape",
    ];
    const bodies = reasons.map((reason) => body("tool-bad-response", { reason, status: 404 }));
    expect(new Set(bodies).size).toBe(reasons.length);
    const field = { field: "apiKey", problem: "missing" };
    expect(body("tool-not-configured", field)).toContain("its key is missing");
    const address = { field: "baseUrl", problem: "not-a-url" };
    expect(body("remote-not-configured", address)).toContain("it begins with https://");
    expect(body("settings-illegal", { reason: "A needs B." })).toMatch(/^A needs B\. Nothing/);
    expect(
      body("settings-illegal", { reason: "unknown-tool", control: "source.tool", tool: "bing" }),
    ).toMatch(/^The search service “bing” is not set up\. Nothing/);
  });
});

it("tells why nothing can be learnt of what pays", () => {
  const told = (given: ErrorData["params"]) =>
    errorText({ code: "policy-data-invalid", retryable: false, params: given }).body;
  expect(told({ reason: "too-few-questions", questions: 3, needed: 20 })).toMatch(
    /^3 questions were .* takes 20 at least/u,
  );
  expect(told({ reason: "one-class", label: 0 })).toMatch(/^No answer of any setup is right: /u);
  const models = { reason: "models", tier: "large", trained: "qwen", asked: "gpt" };
  expect(told(models)).toMatch(/answers of qwen as the large model, and gpt is set up now/u);
  const reasons = [
    "too-few-actions",
    "no-common-question",
    "cost-unknown",
    "design",
    "models",
    "encoder",
    "vector-missing",
    "feature-missing",
    "too-new",
    "not-a-policy",
  ];
  expect(new Set(reasons.map((reason) => told({ reason }))).size).toBe(reasons.length);
});

describe("numbers", () => {
  it("never show an unknown cost as nothing", () => {
    expect(usd(null)).toBe(unknown);
    expect(approximateUsd(null)).toBe(unknown);
    expect(count(null)).toBe(unknown);
    expect(moneyText({ usd: null, basis: "billed" })).toBe(unknown);
  });

  it.each([
    [0, "$0.0000"],
    [0.0000012, "<$0.00001"],
    [0.00024, "$0.00024"],
    [0.0123, "$0.0123"],
    [123.456, "$123.46"],
    [-0.002, "−$0.0020"],
  ])("write %d dollars as %s", (value, shown) => {
    expect(usd(value)).toBe(shown);
  });

  it("mark what is estimated and what is local", () => {
    expect(moneyText({ usd: 0.002, basis: "estimated" })).toBe("≈ $0.0020");
    expect(moneyText({ usd: 0, basis: "local" })).toBe("$0, on this device");
  });

  it("read as a person would say them", () => {
    expect([seconds(0.42), seconds(42.3), seconds(125)]).toEqual(["0.4 s", "42 s", "2 min 05 s"]);
    expect(seconds(119.7)).toBe("2 min 00 s");
    expect([bytes(12), bytes(1840), bytes(134e6), bytes(1.6e9)]).toEqual([
      "12 B",
      "1.8 kB",
      "134 MB",
      "1.6 GB",
    ]);
  });
});

describe("what a batch may take", () => {
  it("is not told with an interval that nobody has", () => {
    const few = { usd: null, seconds: null, largeCalls: null, lanes: 1, basedOn: 2 };
    expect(estimateBasis(few)).toMatch(/too few for an estimate/u);
    expect(estimateBasis({ ...few, lanes: 1, basedOn: 0 })).toMatch(/^No estimate yet/u);
    expect(estimateBasis({ ...few, seconds: { low: 1, high: 2 }, lanes: 1, basedOn: 9 })).toMatch(
      /^95 %/u,
    );
  });
});

it.each([
  ["lab", /was not begun/u],
  ["documents", /document could not be kept/u],
])("a storage that is full for the %s is not said to be so for a model", (kept, words) => {
  const { body } = errorText({ code: "quota-exceeded", retryable: false, params: { kept } });
  expect(body).toMatch(words);
  expect(body).not.toMatch(/model/u);
});
