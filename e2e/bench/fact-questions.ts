/**
 * Simple questions about facts of the embedded library, drawn at random, as rows for
 * `npm run bench:answers -- --data FILE`: how well the shipped models find and read the fields
 * that no question of `public/questions` asks for.
 *
 *   npx tsx e2e/bench/fact-questions.ts [--count 200] [--seed 1] [--given] > FILE
 *
 * --given makes the passage that holds the fact the row's own context: only reading counts then.
 */
import { parseArgs } from "node:util";
import type { QuestionRow } from "../../src/evaluation/questions/question.ts";
import type { Passage } from "../../src/log/types.ts";
import { seededRandom, shuffled } from "../../src/methods/homo-router/training/random.ts";
import type { Fact, Profile } from "../../src/retrieval/libraries/factbook/facts.ts";
import { readFacts } from "../../src/retrieval/libraries/factbook/facts.ts";
import { nameInSentence } from "../../src/retrieval/libraries/factbook/names.ts";
import { passagesOf } from "../../src/retrieval/libraries/factbook/passages.ts";

/** A field that can be asked for in one sentence. */
interface Askable {
  section: string;
  field: string;
  part: string;
  /** Of the passage that says it. */
  slug: string;
  ask: (place: string) => string;
  /** What is right, from the fact's first value; null where the question does not fit it. */
  gold: (value: string, fact: Fact) => string | null;
}

const whole = (value: string) => value;
/** "57" of "57 (2025)", "82.6" of "82.6 years": what a reader may leave the unit off. */
const figure = (value: string) =>
  /^[$-]*[\d.,]+(?: (?:million|billion|trillion))?/.exec(value)?.[0] ?? null;
const beforeShare = (value: string) =>
  value.replace(/ \(?(?:less than )?[\d.]+%.*$/, "").trim() || null;
const beforeBracket = (value: string) =>
  value
    .replace(/ [([].*$/, "")
    .replaceAll('"', "")
    .trim() || null;
const withoutHeight = (value: string) =>
  value.replace(/ (?:\([^)]*\) )?-?[\d,.]+ m\b.*$/, "").trim() || null;

const askables: readonly Askable[] = [
  of(
    "Geography",
    "Elevation",
    "highest point",
    "terrain",
    (p) => `What is the highest point of ${p}?`,
    withoutHeight,
  ),
  of(
    "Geography",
    "Elevation",
    "lowest point",
    "terrain",
    (p) => `What is the lowest point of ${p}?`,
    withoutHeight,
  ),
  of("Geography", "Coastline", "", "location", (p) => `How long is the coastline of ${p}?`, figure),
  of("Geography", "Area", "total", "location", (p) => `What is the total area of ${p}?`, figure),
  of(
    "Geography",
    "Land use",
    "forest",
    "environment",
    (p) => `How much of ${p} is forest?`,
    figure,
  ),
  of(
    "People and Society",
    "Population",
    "total",
    "people",
    (p) => `What is the population of ${p}?`,
    figure,
  ),
  of(
    "People and Society",
    "Languages",
    "",
    "people",
    (p) => `What is the official language of ${p}?`,
    official,
  ),
  of(
    "People and Society",
    "Religions",
    "",
    "people",
    (p) => `What is the largest religion in ${p}?`,
    beforeShare,
  ),
  of(
    "People and Society",
    "Ethnic groups",
    "",
    "people",
    (p) => `What is the largest ethnic group in ${p}?`,
    beforeShare,
  ),
  of(
    "People and Society",
    "Median age",
    "total",
    "cities",
    (p) => `What is the median age in ${p}?`,
    figure,
  ),
  of(
    "People and Society",
    "Birth rate",
    "",
    "cities",
    (p) => `What is the birth rate of ${p}?`,
    figure,
  ),
  of(
    "People and Society",
    "Total fertility rate",
    "",
    "cities",
    (p) => `What is the fertility rate of ${p}?`,
    figure,
  ),
  of(
    "People and Society",
    "Urbanization",
    "urban population",
    "cities",
    (p) => `What share of the population of ${p} lives in cities?`,
    figure,
  ),
  of(
    "People and Society",
    "Major urban areas - population",
    "",
    "cities",
    (p) => `What is the largest city of ${p}?`,
    city,
  ),
  of(
    "People and Society",
    "Life expectancy at birth",
    "total population",
    "health",
    (p) => `What is the life expectancy in ${p}?`,
    figure,
  ),
  of(
    "People and Society",
    "Infant mortality rate",
    "total",
    "health",
    (p) => `What is the infant mortality rate of ${p}?`,
    figure,
  ),
  of(
    "People and Society",
    "Physician density",
    "",
    "health",
    (p) => `How many physicians are there in ${p}?`,
    figure,
  ),
  of(
    "People and Society",
    "Literacy",
    "total population",
    "health",
    (p) => `What is the literacy rate of ${p}?`,
    figure,
  ),
  of(
    "People and Society",
    "Tobacco use",
    "total",
    "health",
    (p) => `How many adults smoke in ${p}?`,
    figure,
  ),
  of(
    "Government",
    "Capital",
    "name",
    "capital",
    (p) => `What is the capital of ${p}?`,
    beforeBracket,
  ),
  of(
    "Government",
    "Country name",
    "conventional long form",
    "capital",
    (p) => `What is the official name of ${p}?`,
    whole,
  ),
  of(
    "Government",
    "Government type",
    "",
    "capital",
    (p) => `What type of government does ${p} have?`,
    whole,
  ),
  of(
    "Government",
    "National holiday",
    "",
    "capital",
    (p) => `What is the national holiday of ${p}?`,
    (value) => value.split(",")[0] ?? null,
  ),
  of(
    "Government",
    "Executive branch",
    "chief of state",
    "leaders",
    (p) => `Who is the chief of state of ${p}?`,
    holder,
  ),
  of(
    "Government",
    "Executive branch",
    "head of government",
    "leaders",
    (p) => `Who is the head of government of ${p}?`,
    holder,
  ),
  of(
    "Government",
    "Executive branch",
    "expected date of next election",
    "elections",
    (p) => `When is the next election of the executive in ${p}?`,
    whole,
  ),
  of(
    "Government",
    "Legislative branch",
    "legislature name",
    "parliament",
    (p) => `What is the parliament of ${p} called?`,
    beforeBracket,
  ),
  of(
    "Government",
    "National symbol(s)",
    "",
    "symbols",
    (p) => `What is the national symbol of ${p}?`,
    beforeBracket,
  ),
  of(
    "Government",
    "National color(s)",
    "",
    "symbols",
    (p) => `What are the national colors of ${p}?`,
    whole,
  ),
  of(
    "Government",
    "National anthem(s)",
    "title",
    "symbols",
    (p) => `What is the national anthem of ${p}?`,
    beforeBracket,
  ),
  of(
    "Government",
    "National anthem(s)",
    "lyrics/music",
    "symbols",
    (p) => `Who wrote the national anthem of ${p}?`,
    (value) => value.split("/")[0] ?? null,
  ),
  of(
    "Government",
    "National heritage",
    "total World Heritage Sites",
    "heritage",
    (p) => `How many World Heritage Sites does ${p} have?`,
    figure,
  ),
  of(
    "Economy",
    "Real GDP (purchasing power parity)",
    "",
    "gdp",
    (p) => `What is the GDP of ${p}?`,
    figure,
  ),
  of(
    "Economy",
    "Real GDP per capita",
    "",
    "gdp",
    (p) => `What is the GDP per capita of ${p}?`,
    figure,
  ),
  of(
    "Economy",
    "Unemployment rate",
    "",
    "gdp",
    (p) => `What is the unemployment rate of ${p}?`,
    figure,
  ),
  of(
    "Economy",
    "Inflation rate (consumer prices)",
    "",
    "gdp",
    (p) => `What is the inflation rate of ${p}?`,
    figure,
  ),
  of("Economy", "Public debt", "", "gdp", (p) => `How large is the public debt of ${p}?`, figure),
  of(
    "Economy",
    "Exchange rates",
    "Currency",
    "currency",
    (p) => `What is the currency of ${p}?`,
    (value) => beforeBracket(value.replace(/ per US dollar.*$/, "")),
  ),
  of(
    "Economy",
    "Exports - partners",
    "",
    "trade",
    (p) => `What is the largest export partner of ${p}?`,
    beforeShare,
  ),
  of(
    "Economy",
    "Imports - partners",
    "",
    "trade",
    (p) => `From which country does ${p} import most?`,
    beforeShare,
  ),
  of(
    "Economy",
    "Exports - commodities",
    "",
    "trade",
    (p) => `What is the main export of ${p}?`,
    whole,
  ),
  of(
    "Energy",
    "Electricity",
    "consumption",
    "energy",
    (p) => `How much electricity does ${p} consume?`,
    figure,
  ),
  of(
    "Energy",
    "Electricity generation sources",
    "fossil fuels",
    "energy",
    (p) => `What share of the electricity of ${p} comes from fossil fuels?`,
    figure,
  ),
  of(
    "Energy",
    "Electricity generation sources",
    "hydroelectricity",
    "energy",
    (p) => `What share of the electricity of ${p} is hydroelectricity?`,
    figure,
  ),
  of(
    "Energy",
    "Nuclear energy",
    "Number of operational nuclear reactors",
    "energy",
    (p) => `How many nuclear reactors does ${p} have?`,
    figure,
  ),
  of(
    "Environment",
    "Carbon dioxide emissions",
    "total emissions",
    "energy",
    (p) => `How much carbon dioxide does ${p} emit?`,
    figure,
  ),
  of(
    "Communications",
    "Internet country code",
    "",
    "communications",
    (p) => `What is the internet country code of ${p}?`,
    (value) => /^\.\w+$/.exec(value)?.[0] ?? null,
  ),
  of(
    "Communications",
    "Internet users",
    "percent of population",
    "communications",
    (p) => `What share of the people of ${p} use the internet?`,
    figure,
  ),
  of(
    "Transportation",
    "Airports",
    "",
    "transport",
    (p) => `How many airports does ${p} have?`,
    figure,
  ),
  of(
    "Transportation",
    "Railways",
    "total",
    "transport",
    (p) => `How long are the railways of ${p}?`,
    figure,
  ),
  of(
    "Transportation",
    "Merchant marine",
    "total",
    "transport",
    (p) => `How many merchant ships does ${p} have?`,
    figure,
  ),
  of(
    "Military and Security",
    "Military expenditures",
    "",
    "military",
    (p) => `How much does ${p} spend on its military?`,
    figure,
  ),
  of(
    "Space",
    "Space agency/agencies",
    "",
    "space",
    (p) => `What is the space agency of ${p}?`,
    beforeBracket,
  ),
];

function of(
  section: string,
  field: string,
  part: string,
  slug: string,
  ask: Askable["ask"],
  gold: Askable["gold"],
): Askable {
  return { section, field, part, slug, ask, gold };
}

/** Only where one language alone is called so. */
function official(_: string, { values }: Fact): string | null {
  const [only, ...others] = values.filter((value) => value.includes("(official)"));
  return only && others.length === 0
    ? only.replace(/ [\d.]*%? ?\(official\).*$/, "").replace(/ [\d.]+%.*$/, "")
    : null;
}

/** The source puts the number first: "11.208 million Paris (capital)". */
function city(value: string): string | null {
  return beforeBracket(value.replace(/^[\d.,]+(?: million)? /, ""));
}

/** The last two words of "President Emmanuel Macron": titles are not asked for. */
function holder(_: string, { holders }: Fact): string | null {
  const name = holders?.[0]?.name.replace(/ \(.*$/, "").replace(/,.*$/, "");
  return name?.split(" ").slice(-2).join(" ") ?? null;
}

function questionsOf(
  profile: Profile,
  passages: readonly Passage[],
  given: boolean,
): QuestionRow[] {
  return askables.flatMap(({ section, field, part, slug, ask, gold }) => {
    const fact = profile.sections[section]?.[field]?.find((each) => each.part === part);
    const answer = fact && gold(fact.values[0] ?? "", fact);
    const passage = answer
      ? passages.find(
          ({ id, text }) => id.startsWith(`${profile.code}/${slug}`) && text.includes(answer),
        )
      : undefined;
    if (!answer || !passage) return [];
    const { id, title, text } = passage;
    return [
      {
        id: `${profile.code}: ${field}${part && `, ${part}`}`,
        question: ask(nameInSentence(profile.name)),
        answers: [answer],
        type: field,
        hops: 1,
        supporting: [{ id, title }],
        ...(given ? { context: [{ title, sentences: [text] }] } : {}),
      },
    ];
  });
}

function byProfile(passages: readonly Passage[]): ReadonlyMap<string, Passage[]> {
  const groups = new Map<string, Passage[]>();
  for (const passage of passages) {
    const code = passage.id.slice(0, 2);
    groups.set(code, [...(groups.get(code) ?? []), passage]);
  }
  return groups;
}

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    given: { type: "boolean", default: false },
  },
});
const profiles = await readFacts();
const passages = byProfile(passagesOf(profiles));
const all = profiles.flatMap((profile) =>
  questionsOf(profile, passages.get(profile.code) ?? [], values.given),
);
const drawn = shuffled(all, seededRandom(Number(values.seed))).slice(0, Number(values.count));
for (const row of drawn) console.log(JSON.stringify(row));
