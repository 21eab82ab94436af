import { expect, it } from "vitest";
import { pageHeaders } from "../security/headers.ts";
import { embedderPolicy, isolated } from "./isolation.ts";

it("adds what a host should send, and leaves all else as it came", async () => {
  const plain = new Response("a page", {
    status: 203,
    statusText: "From Elsewhere",
    headers: { "Content-Type": "text/html" },
  });
  const sent = isolated(plain, "require-corp");
  expect(sent.status).toBe(203);
  expect(sent.statusText).toBe("From Elsewhere");
  expect(sent.headers.get("Content-Type")).toBe("text/html");
  expect(await sent.text()).toBe("a page");
  const listed = pageHeaders().filter(([name]) => name.startsWith("Cross-Origin-"));
  expect(listed.map(([name]) => sent.headers.get(name))).toEqual(listed.map(([, value]) => value));
});

it("leaves standing what the host says", () => {
  const embedder = { "Cross-Origin-Embedder-Policy": "require-corp" };
  const some = isolated(new Response("", { headers: embedder }), "credentialless");
  expect(some.headers.get("Cross-Origin-Embedder-Policy")).toBe("require-corp");
  expect(some.headers.get("Cross-Origin-Opener-Policy")).toBe("same-origin");
  const all = new Response("", { headers: [...pageHeaders()].map(([...one]) => one) });
  expect(isolated(all, "credentialless")).toBe(all);
});

it("passes on an error and a redirect, which no script can build", () => {
  const error = Response.error();
  expect(isolated(error, "require-corp")).toBe(error);
});

it("asks for no more than the browser knows", () => {
  expect(embedderPolicy([{ brand: "Not A;Brand" }, { brand: "Chromium" }])).toBe("credentialless");
  expect(embedderPolicy([])).toBe("require-corp");
  expect(embedderPolicy(undefined)).toBe("require-corp");
});
