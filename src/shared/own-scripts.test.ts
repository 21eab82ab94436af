import { expect, it } from "vitest";
import { ownScript } from "./own-scripts.ts";

const here = "https://hopwise.example/page/";

it.each([
  ["/assets/model.worker-1.js", "https://hopwise.example/assets/model.worker-1.js"],
  ["service-worker.js", "https://hopwise.example/page/service-worker.js"],
  ["https://hopwise.example/a.js", "https://hopwise.example/a.js"],
])("takes %s, a script of its own", (address, whole) => {
  expect(ownScript(address, here)).toBe(whole);
});

it.each([
  "https://elsewhere.example/a.js",
  "//elsewhere.example/a.js",
  "http://hopwise.example/a.js",
  "https://hopwise.example:8443/a.js",
  "blob:https://hopwise.example/0b6a",
  "data:text/javascript,alert(1)",
  "javascript:alert(1)",
  "https://[",
])("refuses %s", (address) => {
  expect(ownScript(address, here)).toBeNull();
});
