import { describe, expect, it } from "vitest";
import manifest from "../../../package.json";
import { agentWith, apiUserAgent } from "./agent.ts";

describe("the agent that wikis are told", () => {
  it("is of this version", () => {
    const [, version = ""] = /^Hopwise\/(\S+) \(/.exec(apiUserAgent) ?? [];
    expect(manifest.version.startsWith(`${version}.`)).toBe(true);
  });

  it("says how to reach whoever runs the page, where they say so, and makes nothing up", () => {
    expect(agentWith("https://my.example/about")).toMatch(
      /^Hopwise\/\S+ \(https:\/\/my\.example\/about; [^()]+\)$/,
    );
    expect(agentWith("")).toMatch(/^Hopwise\/\S+ \([^();@:]+\)$/);
  });
});
