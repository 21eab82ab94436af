/**
 * Plan chains from questions that describe a thing instead of naming it: "… the mother of the man
 * who wrote X?"
 */
import { asQuery, type Chain, isPlainAnswer, oneLine } from "./lm-row.ts";
import { plainQuestion, type SourceRow } from "./sources.ts";

const people =
  "man|woman|person|actor|actress|singer|songwriter|artist|musician|rapper|guitarist|drummer|bassist|vocalist|frontman|" +
  "player|footballer|quarterback|pitcher|coach|manager|driver|boxer|wrestler|golfer|swimmer|politician|president|senator|" +
  "governor|mayor|king|queen|emperor|prince|princess|duke|general|author|writer|novelist|poet|playwright|journalist|" +
  "screenwriter|director|filmmaker|producer|composer|conductor|creator|founder|co-founder|owner|inventor|designer|" +
  "architect|painter|sculptor|photographer|comedian|host|narrator|star|lead|performer|model|dancer|chef|scientist|" +
  "physicist|chemist|mathematician|philosopher|historian|economist|engineer|astronaut|explorer|father|mother|son|" +
  "daughter|brother|sister|husband|wife|spouse|winner|champion|commander|leader|CEO|chairman|judge|lawyer|psychologist";
const things =
  "film|movie|series|show|sitcom|program|programme|song|single|album|band|group|duo|trio|book|novel|play|musical|opera|" +
  "poem|game|company|airline|firm|brand|organization|organisation|institution|university|college|school|museum|hotel|" +
  "casino|stadium|arena|venue|team|club|franchise|league|city|town|village|county|state|country|region|province|island|" +
  "river|lake|mountain|desert|ocean|sea|battle|war|newspaper|magazine|journal|event|award|label|network|station|airport|" +
  "building|tower|bridge|church|park|district|suburb|neighborhood|aircraft|ship|character|party|studio|championship";

const link =
  "of|who|whom|whose|that|which|where|in which|on which|for which|featuring|starring|named after|located in|located on|" +
  "based in|based on|known as|known for|(?:directed|written|produced|created|composed|founded|owned|played|portrayed|" +
  "released|published|developed|designed|recorded|sung|performed) (?:by|in)";

/** Verbs that may end the question after the description. */
const tails =
  "born|located|located in|from|based|based in|headquartered|founded|founded in|released|established|published|formed|" +
  "died?|buried|raised|play|play for|play in|attend|attend college|go to college|go to school|graduate|graduate from|" +
  "study|study at|belong to|have|win|receive|host|direct|write|appear in|fight|fight in|serve|serve in|open|end|" +
  "known for|best known for|live|live in|grow up|grow up in|represent|start|come from|originate";
const nested = new RegExp(
  `^(?<before>(?:.* )?(?:of|is|was|were|did|does|has|by|for|in|from|with|to|on)) (?<np>the (?:the )?(?:[\\w'’"-]+ ){0,5}?(?<noun>${people}|${things}) (?:${link}) [^?]+?)(?<tail>(?: (?:${tails}))?)[?\\s]*$`,
  "u",
);
const isPerson = new RegExp(`^(?:${people})$`, "iu");
const whStart =
  /^(?:(?:in|on|at|for|from|of|to|by|with) )?(?:what|which|who|where|when|how|whose)\b/iu;

interface Nested {
  first: string;
  withName(name: string): string;
}

/** Null unless the question has exactly one description that a rule can cut out. */
export function nestedQuestion(question: string): Nested | null {
  const text = oneLine(question);
  const parts = text.length > 200 || !whStart.test(text) ? null : nested.exec(text)?.groups;
  if (!parts) return null;
  const { before = "", noun = "" } = parts;
  const [np, tail] = cut(before, parts["np"] ?? "", parts["tail"] ?? "");
  if (isVague(before, np, noun) || (tail === "" && needsTail.test(before))) return null;
  return {
    first: askFor(np, noun),
    withName: (name) => asQuery(`${before} ${name}${tail}`),
  };
}

/**
 * "When was", "In what year did": without a verb at the end the description was cut in the wrong
 * place.
 */
const needsTail =
  /\b(?:did|does|do|has|have)$|^(?:when|where|what year|which year|(?:in|on) (?:what|which) (?:year|date|month))\b.*\b(?:was|is|were)$/iu;

/**
 * A final verb belongs to the question only if the question needs one: "when was …", "what did …".
 */
function cut(before: string, np: string, end: string): [np: string, tail: string] {
  const bare = np.replace(/^the the /iu, "the ");
  const isOwn = /\b(?:is|was|were|are|and|be)$/u.test(bare) || !openVerb.test(before);
  return isOwn ? [`${bare}${end}`, ""] : [bare, end];
}

const openVerb = /\b(?:is|was|were|did|does|do|has|have)$/u;

/** No name inside, a second clause, or a question that is only the description. */
function isVague(before: string, np: string, noun: string): boolean {
  return (
    !/[\p{Lu}\d"]/u.test(np) ||
    /,|;|\b(?:what|which year)\b/iu.test(np) ||
    /\b(?:and|or)\b|\bone of$/u.test(before) ||
    !/^who\b|\b(?:is|are|was|were|did|does|do|has|have|had)\b/iu.test(before) ||
    plainQuestion(before).split(" ").length < 2 ||
    /^the (?:[\w'-]+ )*?(?:of|in|a|an|for|by|at) /u.test(np.slice(0, np.indexOf(` ${noun} `))) ||
    / of the the |\bQ:/u.test(`${before}${np}`) ||
    /^(?:who|what) (?:is|was)$/iu.test(before)
  );
}

function askFor(np: string, noun: string): string {
  const who = /^the (?:man|woman|person) (?:who|that) (.+)$/iu.exec(np);
  if (who) return asQuery(`Who ${who[1]}`);
  const kind = /^the (.+?) (?:who|that|which) ([\p{Ll}]+(?:ed|s|t|ng|n)) (.+)$/u.exec(np);
  const isClause = !/ of |\b(?:in|on|for|of|to|by)$/u.test(kind?.[1] ?? " of ");
  if (kind && isClause && !/^(?:is|was|has|his|its|this)$/u.test(kind[2] ?? "")) {
    return asQuery(`Which ${kind[1]} ${kind[2]} ${kind[3]}`);
  }
  return asQuery(`${isPerson.test(noun) ? "Who" : "What"} is ${np}`);
}

/** The first query of such a question; its answer is unknown. */
export function nestedChain(row: SourceRow): Chain | null {
  const question = oneLine(row.question ?? "");
  const found = nestedQuestion(question);
  return found === null ? null : { question, solved: [], end: { query: found.first } };
}

/**
 * Both queries, if the supporting paragraphs give the name: the one title that is not in the
 * question, is named by its own or its partner's paragraph, and is not the answer.
 */
export function bridgeChain(row: SourceRow): Chain | null {
  const question = oneLine(row.question ?? "");
  const answer = oneLine(row.answers?.[0] ?? "");
  const found = nestedQuestion(question);
  const name = bridgeName(row, question, answer);
  if (found === null || name === null || !isPlainAnswer(answer, 10)) return null;
  if (describesTwice.test(found.withName(""))) return null;
  const solved = [
    { query: found.first, answer: name },
    { query: found.withName(name), answer },
  ];
  return { question, solved, end: { answer, rests: [2] } };
}

/** "the singer of the band who …": the paragraph may name either. */
const describesTwice = new RegExp(
  `\\bthe (?:[\\w-]+ )?(?:${people}|${things}|name) (?:of|by|from)\\b`,
  "u",
);

function bridgeName(row: SourceRow, question: string, answer: string): string | null {
  const asked = plainQuestion(question);
  const titles = [...new Set(row.supporting?.map(({ title }) => title))];
  const fresh = titles.filter((title) => title !== "" && !asked.includes(bare(title)));
  const name = fresh[0]?.replace(/ \([^)]*\)$/u, "") ?? "";
  if (titles.length !== 2 || fresh.length !== 1 || /^(?:yes|no)$/iu.test(answer)) return null;
  const partner = row.context?.find(({ title }) => titles.includes(title) && title !== fresh[0]);
  const isNamed = partner?.sentences.join(" ").includes(name) ?? false;
  return isNamed && bare(name) !== plainQuestion(answer) && isPlainAnswer(name, 8) ? name : null;
}

function bare(title: string): string {
  return plainQuestion(title.replace(/\([^)]*\)/gu, ""));
}
