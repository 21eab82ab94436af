import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseSync, Visitor } from "vite";

const root = fileURLToPath(new URL("../../../src/", import.meta.url));

export { Visitor };

export interface SourceFile {
  path: string;
  text: string;
  program: ReturnType<typeof parseSync>["program"];
}

/** Code that runs in the page or reads foreign data. */
const shipped = (path: string) =>
  /\.tsx?$/u.test(path) &&
  !/\.test\.tsx?$|\.d\.ts$|__fixtures__\/|\/testing\//u.test(path) &&
  !/^(?:testing|retrieval\/libraries\/factbook)\//u.test(path);

export function shippedFiles(): SourceFile[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((path) => path.replaceAll("\\", "/"))
    .filter(shipped)
    .sort()
    .map((path) => {
      const text = readFileSync(`${root}${path}`, "utf8");
      return { path, text, program: parseSync(path, text).program };
    });
}

export function lineOf({ text }: SourceFile, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}
