import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { hostFiles, pageHeaders } from "./headers.ts";

const headers = new Map(pageHeaders());

describe("the page's headers", () => {
  it("let nobody frame the page", () => {
    expect(headers.get("Content-Security-Policy")).toContain("; frame-ancestors 'none'");
    expect(headers.get("X-Frame-Options")).toBe("DENY");
  });

  it("leave the page what it uses: the clipboard, threads, servers nearby", () => {
    const off = headers.get("Permissions-Policy");
    for (const used of ["clipboard-write", "cross-origin-isolated", "local-network"]) {
      expect(off).not.toContain(used);
    }
    expect(off).toContain("camera=()");
  });

  it("can be written between quotation marks, and in lines that hosts take", () => {
    for (const [name, value] of headers) {
      expect(value).not.toMatch(/["\r\n\\$%{}]/u);
      // Cloudflare Pages rejects longer lines.
      expect(`  ${name}: ${value}`.length).toBeLessThan(2000);
    }
  });

  it.each([...hostFiles()])("are what %s says", async (path, content) => {
    expect(await readFile(path, "utf8")).toBe(content);
  });
});
