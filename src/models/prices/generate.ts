/** Run `npx tsx src/models/prices/generate.ts` after updating the package. */
import { readFileSync, writeFileSync } from "node:fs";
import { buildPriceTable, dataRelease } from "./build-table.ts";
import { priceTable } from "./price-table.ts";

const packageUrl = new URL(
  "../../../node_modules/@pydantic/genai-prices/package.json",
  import.meta.url,
);
const manifest: unknown = JSON.parse(readFileSync(packageUrl, "utf8"));
const installed =
  typeof manifest === "object" && manifest !== null && "version" in manifest
    ? manifest.version
    : null;
if (installed !== dataRelease.version) {
  throw new Error(`genai-prices is ${installed}: set dataRelease to it and its release date`);
}

const table = priceTable.parse(buildPriceTable());
const rows = table.providers.map(({ models, ...provider }) => {
  const lines = models.map((row) => `      ${JSON.stringify(row)}`).join(",\n");
  const head = JSON.stringify(provider).slice(0, -1);
  return `    ${head}, "models": [\n${lines}\n    ]}`;
});
const { version, asOf, source } = table;
const head = JSON.stringify({ version, asOf, source }).slice(0, -1);
const text = `${head}, "providers": [\n${rows.join(",\n")}\n]}\n`;
writeFileSync(new URL("prices.generated.json", import.meta.url), text);
