import { describe, expect, it } from "vitest";
import { AppError, toAppError } from "./errors.ts";

describe("whatever was thrown", () => {
  it.each([
    [
      "Failed to fetch dynamically imported module: https://a.example/x-1.js",
      "https://a.example/x-1.js",
    ],
    [
      "error loading dynamically imported module: https://a.example/x-1.js",
      "https://a.example/x-1.js",
    ],
    ["Importing a module script failed.", null],
  ])("is a download where a part of the page did not come: %s", (message, url) => {
    const error = toAppError(new TypeError(message));
    expect(error).toMatchObject({ code: "download-failed", retryable: true, params: { url } });
  });

  it("keeps its own code, across a worker too", () => {
    const error = new AppError("device-lost", { reason: "sleep" }, { retryable: true });
    expect(toAppError(error)).toBe(error);
    expect(toAppError(error.toData())).toMatchObject(error.toData());
  });

  it.each([new Error("x"), undefined, null, "x", 7])("is else an error of ours (%s)", (thrown) => {
    expect(toAppError(thrown).code).toBe("internal");
  });
});
