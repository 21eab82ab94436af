/** World Factbook contents as realistic wiki markup, one file per page. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Passage } from "../../src/log/types.ts";
import { readFacts } from "../../src/retrieval/libraries/factbook/facts.ts";
import { passagesOf } from "../../src/retrieval/libraries/factbook/passages.ts";

/** Factbook codes, not ISO; Côte d'Ivoire is here for its accents. */
const codes = "ar au bl br ch ei en fi fr gm iv iz ja ke lh no nz po sp uk us".split(" ");

/** Returns the number of pages. */
export async function writeWikiPages(folder: string): Promise<number> {
  await mkdir(folder, { recursive: true });
  const passages = passagesOf(await readFacts());
  for (const code of codes) {
    const own = passages.filter(({ id }) => id.startsWith(`${code}/`));
    const place = own[0]?.title.split(":")[0];
    if (place === undefined) throw new Error(`the Factbook has no ${code}`);
    await writeFile(join(folder, `${place}.txt`), pageOf(place, own));
  }
  // The lead must be longer than a passage.
  const whole = passages.filter(({ id }) => id.startsWith("gr/")).map(({ text }) => text);
  await writeFile(join(folder, "Greece.txt"), whole.join(" "));
  await writeFile(join(folder, `${specialTitle}.txt`), specialPage);
  for (const [title, text] of Object.entries(templates)) {
    await writeFile(join(folder, `Template:${title}.txt`), text);
  }
  return codes.length + 2;
}

function pageOf(place: string, passages: readonly Passage[]): string {
  const [first = { title: "", text: "" }, ...others] = passages;
  const sections = others.map(
    ({ title, text }) => `== ${title.split(": ")[1] ?? title} ==\n${text}`,
  );
  return `<!-- a comment -->{{Infobox place|name=${place}|flag=[[File:Flag.svg|40px]]|area={{nowrap|many km²}}}}
[[File:Map of ${place}.svg|thumb|A [[map]] that is not there]]
'''${place}''' is a place in the [[World Factbook|Factbook]].<ref name="wf">The World Factbook, [[2015]]</ref> ${first.text}<ref name="wf" />

{| class="wikitable"
! table !! of
|-
| no || use
|}
${sections.join("\n\n")}

[[Category:Places]]
`;
}

export const specialTitle = "Ångström & „Ünïcödé“ – 50 % (C++)";

const specialPage = `'''Ångström & „Ünïcödé“''' costs 5 &lt; 6 €, naïvely &mdash; so the ''zeugmatic'' 東京 test says.
* [https://example.org/?a=1&b=2 an outer link], H<sub>2</sub>O and <nowiki>[[no link]]</nowiki>
`;

const templates = {
  "Infobox place": `<table class="infobox"><tr><td>{{{name}}}: {{{area}}}</td></tr></table>`,
  nowrap: `<span style="white-space: nowrap">{{{1}}}</span>`,
};
