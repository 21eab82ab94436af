/**
 * Random questions on Factbook fields that `public/questions` lacks, in other words than the
 * training data: `npx tsx e2e/bench/fact-questions.ts [--count 200] [--seed 1] [--given] > FILE`.
 * --given makes the passage the row's context, so only reading counts.
 */
import { parseArgs } from "node:util";
import type { QuestionRow } from "../../src/evaluation/questions/question.ts";
import type { Passage } from "../../src/log/types.ts";
import type { Fact, Profile } from "../../src/retrieval/libraries/factbook/facts.ts";
import { readFacts } from "../../src/retrieval/libraries/factbook/facts.ts";
import { nameInSentence } from "../../src/retrieval/libraries/factbook/names.ts";
import { passagesOf } from "../../src/retrieval/libraries/factbook/passages.ts";
import { seededRandom, shuffled } from "../../src/shared/random.ts";

/** Null if the question does not fit the fact. */
type Gold = (value: string, fact: Fact) => string | null;

const whole: Gold = (value: string) => value;
/** A reader may omit the unit: "82.6" of "82.6 years". */
const figure: Gold = (value: string) =>
  /^[$-]*[\d.,]+(?: (?:million|billion|trillion))?/.exec(value)?.[0] ?? null;
const beforeShare: Gold = (value: string) =>
  value.replace(/ \(?(?:less than )?[\d.]+%.*$/, "").trim() || null;
const beforeBracket = (value: string) =>
  value
    .replace(/ [([].*$/, "")
    .replaceAll('"', "")
    .trim() || null;
const beforeComma: Gold = (value) => value.split(",")[0] ?? null;
const beforeSlash: Gold = (value) => value.split("/")[0] ?? null;
const currency: Gold = (value) => beforeBracket(value.replace(/ per US dollar.*$/, ""));
/** France lists one domain for each of its parts. */
const domain: Gold = (value) => /^\.\w+$/.exec(value)?.[0] ?? null;
const withoutHeight: Gold = (value: string) =>
  value.replace(/ (?:\([^)]*\) )?-?[\d,.]+ m\b.*$/, "").trim() || null;

const askables: Readonly<Record<string, Readonly<Record<string, readonly [string, Gold]>>>> = {
  terrain: {
    "Geography > Elevation > highest point": ["What is the highest point of {c}?", withoutHeight],
    "Geography > Elevation > lowest point": ["What is the lowest point of {c}?", withoutHeight],
  },
  location: {
    "Geography > Coastline": ["How long is the coastline of {c}?", figure],
    "Geography > Area > total": ["What is the total area of {c}?", figure],
  },
  environment: {
    "Geography > Land use > forest": ["How much of {c} is forest?", figure],
  },
  people: {
    "People and Society > Population > total": ["What is the population of {c}?", figure],
    "People and Society > Languages": ["What is the official language of {c}?", official],
    "People and Society > Religions": ["What is the largest religion in {c}?", beforeShare],
    "People and Society > Ethnic groups": ["What is the largest ethnic group in {c}?", beforeShare],
  },
  cities: {
    "People and Society > Median age > total": ["What is the median age in {c}?", figure],
    "People and Society > Birth rate": ["What is the birth rate of {c}?", figure],
    "People and Society > Total fertility rate": ["What is the fertility rate of {c}?", figure],
    "People and Society > Urbanization > urban population": [
      "What share of the population of {c} lives in cities?",
      figure,
    ],
    "People and Society > Major urban areas - population": [
      "What is the largest city of {c}?",
      city,
    ],
  },
  health: {
    "People and Society > Life expectancy at birth > total population": [
      "What is the life expectancy in {c}?",
      figure,
    ],
    "People and Society > Infant mortality rate > total": [
      "What is the infant mortality rate of {c}?",
      figure,
    ],
    "People and Society > Physician density": ["How many physicians are there in {c}?", figure],
    "People and Society > Literacy > total population": [
      "What is the literacy rate of {c}?",
      figure,
    ],
    "People and Society > Tobacco use > total": ["How many adults smoke in {c}?", figure],
  },
  capital: {
    "Government > Capital > name": ["What is the capital of {c}?", beforeBracket],
    "Government > Country name > conventional long form": [
      "What is the official name of {c}?",
      whole,
    ],
    "Government > Government type": ["What type of government does {c} have?", whole],
    "Government > National holiday": ["What is the national holiday of {c}?", beforeComma],
  },
  leaders: {
    "Government > Executive branch > chief of state": ["Who is the chief of state of {c}?", holder],
    "Government > Executive branch > head of government": [
      "Who is the head of government of {c}?",
      holder,
    ],
  },
  elections: {
    "Government > Executive branch > expected date of next election": [
      "When is the next election of the executive in {c}?",
      whole,
    ],
  },
  parliament: {
    "Government > Legislative branch > legislature name": [
      "What is the parliament of {c} called?",
      beforeBracket,
    ],
  },
  symbols: {
    "Government > National symbol(s)": ["What is the national symbol of {c}?", beforeBracket],
    "Government > National color(s)": ["What are the national colors of {c}?", whole],
    "Government > National anthem(s) > title": [
      "What is the national anthem of {c}?",
      beforeBracket,
    ],
    "Government > National anthem(s) > lyrics/music": [
      "Who wrote the national anthem of {c}?",
      beforeSlash,
    ],
  },
  heritage: {
    "Government > National heritage > total World Heritage Sites": [
      "How many World Heritage Sites does {c} have?",
      figure,
    ],
  },
  gdp: {
    "Economy > Real GDP (purchasing power parity)": ["What is the GDP of {c}?", figure],
    "Economy > Real GDP per capita": ["What is the GDP per capita of {c}?", figure],
    "Economy > Unemployment rate": ["What is the unemployment rate of {c}?", figure],
    "Economy > Inflation rate (consumer prices)": ["What is the inflation rate of {c}?", figure],
    "Economy > Public debt": ["How large is the public debt of {c}?", figure],
  },
  currency: {
    "Economy > Exchange rates > Currency": ["What is the currency of {c}?", currency],
  },
  trade: {
    "Economy > Exports - partners": ["What is the largest export partner of {c}?", beforeShare],
    "Economy > Imports - partners": ["From which country does {c} import most?", beforeShare],
    "Economy > Exports - commodities": ["What is the main export of {c}?", whole],
  },
  energy: {
    "Energy > Electricity > consumption": ["How much electricity does {c} consume?", figure],
    "Energy > Electricity generation sources > fossil fuels": [
      "What share of the electricity of {c} comes from fossil fuels?",
      figure,
    ],
    "Energy > Electricity generation sources > hydroelectricity": [
      "What share of the electricity of {c} is hydroelectricity?",
      figure,
    ],
    "Energy > Nuclear energy > Number of operational nuclear reactors": [
      "How many nuclear reactors does {c} have?",
      figure,
    ],
    "Environment > Carbon dioxide emissions > total emissions": [
      "How much carbon dioxide does {c} emit?",
      figure,
    ],
  },
  communications: {
    "Communications > Internet country code": ["What is the internet country code of {c}?", domain],
    "Communications > Internet users > percent of population": [
      "What share of the people of {c} use the internet?",
      figure,
    ],
  },
  transport: {
    "Transportation > Airports": ["How many airports does {c} have?", figure],
    "Transportation > Railways > total": ["How long are the railways of {c}?", figure],
    "Transportation > Merchant marine > total": ["How many merchant ships does {c} have?", figure],
  },
  military: {
    "Military and Security > Military expenditures": [
      "How much does {c} spend on its military?",
      figure,
    ],
  },
  space: {
    "Space > Space agency/agencies": ["What is the space agency of {c}?", beforeBracket],
  },
};

/** Null unless exactly one language is official. */
function official(_: string, { values }: Fact): string | null {
  const [only, ...others] = values.filter((value) => value.includes("(official)"));
  return only && others.length === 0
    ? only.replace(/ [\d.]*%? ?\(official\).*$/, "").replace(/ [\d.]+%.*$/, "")
    : null;
}

/** The number comes first: "11.208 million Paris (capital)". */
function city(value: string): string | null {
  return beforeBracket(value.replace(/^[\d.,]+(?: million)? /, ""));
}

function holder(_: string, { holders }: Fact): string | null {
  const name = holders?.[0]?.name.replace(/ \(.*$/, "").replace(/,.*$/, "");
  return name?.split(" ").slice(-2).join(" ") ?? null;
}

function questionsOf(
  profile: Profile,
  passages: readonly Passage[],
  given: boolean,
): QuestionRow[] {
  return Object.entries(askables).flatMap(([slug, fields]) =>
    Object.entries(fields).flatMap(([path, [ask, gold]]) => {
      const [section = "", field = "", part = ""] = path.split(" > ");
      const fact = profile.sections[section]?.[field]?.find((each) => each.part === part);
      const answer = fact && gold(fact.values[0] ?? "", fact);
      const passage =
        answer &&
        passages.find(({ id, text }) => {
          return id.startsWith(`${profile.code}/${slug}`) && text.includes(answer);
        });
      if (!answer || !passage) return [];
      const { id, title, text } = passage;
      return [
        {
          id: `${profile.code}: ${field}${part && `, ${part}`}`,
          question: ask.replace("{c}", nameInSentence(profile.name)),
          answers: [answer],
          type: field,
          hops: 1,
          supporting: [{ id, title }],
          ...(given ? { context: [{ title, sentences: [text] }] } : {}),
        },
      ];
    }),
  );
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
