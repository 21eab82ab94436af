/** Turns search words into a natural question where a rule gives good English; otherwise null. */
import { fill } from "./lm-relations.ts";

/** `X profession`, `profession of X` → a question about X. */
const attributes: readonly (readonly [names: string, question: string])[] = [
  ["profession|occupation|professions|occupations", "What is the profession of {x}?"],
  ["nationality|citizenship", "What is the nationality of {x}?"],
  ["birth year|year of birth", "In which year was {x} born?"],
  ["birth date|birthdate|date of birth|birthday|age", "When was {x} born?"],
  ["birthplace|birth place|place of birth", "Where was {x} born?"],
  ["death date|date of death|death year", "When did {x} die?"],
  ["death place|place of death", "Where did {x} die?"],
  ["country of origin|origin country", "What is the country of origin of {x}?"],
  ["origin|city of origin", "Where does {x} come from?"],
  ["country", "In which country is {x}?"],
  ["state", "In which state is {x}?"],
  ["province", "In which province is {x}?"],
  ["city", "In which city is {x}?"],
  ["county", "In which county is {x}?"],
  ["continent", "On which continent is {x}?"],
  ["location", "Where is {x} located?"],
  ["release date|premiere date", "When was {x} released?"],
  ["release year|production year|year of release", "In which year was {x} released?"],
  ["publish date|publication date", "When was {x} published?"],
  ["publish year|publication year", "In which year was {x} published?"],
  ["founding date|founded date", "When was {x} founded?"],
  ["founding year|founded year|start year", "In which year was {x} founded?"],
  ["formation date|formation time", "When was {x} formed?"],
  ["formation year", "In which year was {x} formed?"],
  ["formation location", "Where was {x} formed?"],
  ["establishment year|establish year", "In which year was {x} established?"],
  ["establishment date|establishment time", "When was {x} established?"],
  ["opening date|opening time", "When did {x} open?"],
  ["opening year", "In which year did {x} open?"],
  ["build year|construction year", "In which year was {x} built?"],
  ["completion date|completion time|completion year", "When was {x} completed?"],
  ["music genre|genre of music|genre", "What is the genre of {x}?"],
  ["height", "What is the height of {x}?"],
  ["length", "How long is {x}?"],
  ["population", "What is the population of {x}?"],
  ["area", "What is the area of {x}?"],
  ["size", "How large is {x}?"],
  ["duration|running time", "How long is {x}?"],
  ["elevation", "What is the elevation of {x}?"],
  ["capacity", "What is the capacity of {x}?"],
  ["lifespan|life span", "What is the lifespan of {x}?"],
  ["family|plant family", "Which family does {x} belong to?"],
  ["ethnicity", "What is the ethnicity of {x}?"],
  ["religion", "What is the religion of {x}?"],
  ["ingredients", "What are the ingredients of {x}?"],
  ["headquarters|headquarters location|headquarter", "Where are the headquarters of {x}?"],
  ["production company", "Which production company made {x}?"],
  ["record label|label", "What is the record label of {x}?"],
  ["publication frequency|frequency", "How often does {x} appear?"],
  ["target audience", "What is the target audience of {x}?"],
  ["industry", "In which industry is {x}?"],
  ["capital", "What is the capital of {x}?"],
  ["currency", "What is the currency of {x}?"],
  ["college|university", "Which university did {x} attend?"],
  ["alma mater", "What is the alma mater of {x}?"],
  ["cast", "Who is in the cast of {x}?"],
  ["band members|members", "Who are the members of {x}?"],
  ["number of members", "How many members does {x} have?"],
  ["spouse|wife|husband", "Who is the spouse of {x}?"],
];

/** Roles of a person or company: "Who is the director of X?" */
const roles =
  "director|author|writer|screenwriter|composer|producer|publisher|founder|co-founder|owner|creator|designer|architect|" +
  "developer|manufacturer|narrator|host|editor|inventor|discoverer|performer|singer|artist|songwriter|lyricist|" +
  "drummer|guitarist|bassist|lead singer|lead vocalist|vocalist|frontman|lead guitarist|conductor|illustrator|" +
  "father|mother|son|daughter|brother|sister|parent company|head coach|coach|manager|captain|president|CEO|chairman|" +
  "mayor|governor|king|queen|emperor|prime minister|star|lead actor|lead actress|main character|protagonist|" +
  "winner|champion|broadcaster|commissioner|head of state|chief executive";

/** Nouns before "that …", "who …", "run by …" that name what is asked for. */
const kinds =
  "actor|actress|singer|artist|musician|player|footballer|quarterback|coach|driver|boxer|wrestler|politician|president|" +
  "king|queen|person|man|woman|author|writer|director|producer|composer|film|movie|series|TV series|television series|" +
  "TV show|show|sitcom|song|album|single|band|group|book|novel|play|musical|opera|game|video game|company|airline|" +
  "institution|organization|university|college|school|museum|hotel|stadium|arena|team|club|league|city|town|village|" +
  "county|state|country|region|island|river|lake|mountain|desert|battle|war|newspaper|magazine|event|award|species|" +
  "painter|painting|architect|building|aircraft|ship|car|machine|disease|plant|animal|god|goddess|character";

const attributeRules = attributes.map(([names, question]) => ({
  of: new RegExp(`^(?:the )?(?:${names}) (?:of|for) (.+)$`, "iu"),
  after: new RegExp(`^(.+?)(?:'s|’s|')? (?:${names})$`, "iu"),
  question,
}));
const roleOf = new RegExp(`^(?:the )?(${roles}) of (.+)$`, "iu");
const roleAfter = new RegExp(`^(.+?)(?:'s|’s|')? (${roles})$`, "iu");
const whoClause = new RegExp(
  `^(?:the )?((?:[\\w-]+ ){0,3}?(?:${kinds})) (?:who|that|which) (.+)$`,
  "iu",
);
const byClause = new RegExp(
  `^(?:the )?((?:[\\w-]+ ){0,3}?(?:${kinds})) ((?:run|owned|directed|written|founded|composed|built|designed|produced|created|published|developed|recorded|released|performed|sung|won) (?:by|in) .+)$`,
  "iu",
);
const countOf =
  /^(?:the )?number of ([a-z]+(?: [a-z]+)?s) (?:of|in|at|on) ((?:the )?["'“]?\p{Lu}.*)$/u;

/** True for a name, false for a clause. */
function isName(subject: string): boolean {
  return (
    /[\p{Lu}\d"“]/u.test(subject) &&
    subject.split(" ").length <= 9 &&
    !/[?:;]|\b(?:and|or|both|that|who|which|whose)\b| (?:on|of|in|for|to|at|with|by)$/u.test(
      subject,
    )
  );
}

/** Null if no rule fits. A text that is already a question is returned unchanged. */
export function questionOfKeywords(query: string): string | null {
  const text = query.trim().replace(/[.\s]+$/u, "");
  if (/^(?:who|what|which|when|where|how|in which|in what)\b.*\?$/iu.test(text)) {
    return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  }
  return ofCount(text) ?? ofRole(text) ?? ofAttribute(text) ?? ofClause(text);
}

function ofCount(text: string): string | null {
  const match = countOf.exec(text);
  const [, noun = "", subject = ""] = match ?? [];
  return match && isName(subject) ? `How many ${noun} does ${subject} have?` : null;
}

function ofRole(text: string): string | null {
  const of = roleOf.exec(text);
  if (of && isName(of[2] ?? "")) return `Who is the ${of[1]?.toLowerCase()} of ${of[2]}?`;
  const after = roleAfter.exec(text);
  if (after && isName(after[1] ?? "") && !/\bof\b/u.test(after[1] ?? "")) {
    return `Who is the ${after[2]?.toLowerCase()} of ${after[1]}?`;
  }
  return null;
}

function ofAttribute(text: string): string | null {
  for (const { of, after, question } of attributeRules) {
    const subject = of.exec(text)?.[1] ?? after.exec(text)?.[1];
    if (subject !== undefined && isName(subject)) return fill(question, subject);
  }
  return null;
}

function ofClause(text: string): string | null {
  const who = whoClause.exec(text);
  const isBare = !/ (?:of|in|for|the) /u.test(who?.[1] ?? "");
  if (who && isBare && !/\b(?:who|that|which)\b/u.test(who[2] ?? ""))
    return `Which ${who[1]} ${who[2]}?`;
  const by = byClause.exec(text);
  return by ? `Which ${by[1]} was ${by[2]}?` : null;
}
