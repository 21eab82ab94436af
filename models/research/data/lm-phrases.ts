/**
 * Rules that turn questions into noun phrases, statements and search words; null if no rule gives
 * good English.
 */

/** `$1`, `$2` are groups of the pattern; `{a}` is the answer. */
type Rule = readonly [pattern: RegExp, template: string];

const past: Readonly<Record<string, string>> = {
  attend: "attended",
  become: "became",
  begin: "began",
  buy: "bought",
  come: "came",
  create: "created",
  die: "died",
  direct: "directed",
  end: "ended",
  fight: "fought",
  first: "first",
  found: "founded",
  happen: "happened",
  have: "had",
  join: "joined",
  live: "lived",
  lose: "lost",
  make: "made",
  marry: "married",
  occur: "occurred",
  open: "opened",
  originate: "originated",
  play: "played",
  receive: "received",
  serve: "served",
  start: "started",
  study: "studied",
  take: "took",
  wear: "wore",
  win: "won",
  work: "worked",
  write: "wrote",
};
const pastForms = Object.keys(past)
  .filter((verb) => verb !== "first")
  .join("|");

const measures: Readonly<Record<string, string>> = {
  tall: "height",
  high: "height",
  long: "length",
  old: "age",
  large: "size",
  big: "size",
  deep: "depth",
  wide: "width",
  heavy: "weight",
  fast: "speed",
};

const after =
  "in|from|part of|located in|on|at|known for|a citizen of|based in|named after|made of";

const phraseRules: readonly Rule[] = [
  [/^what is the name today of (the .+)$/iu, "$1"],
  [
    /^(?:what|who) (?:is|are|was|were) (the|an?) ((?:[\w'-]+ ){0,4}?[\w'-]+ (?:of|in|for|at|on|between) .+)$/iu,
    "$1 $2",
  ],
  [/^(?:what|who) (?:is|are|was|were) (\p{Lu}.*(?:'s|s') [\p{Ll} -]+)$/u, "$1"],
  [
    /^(?:what|which) ([\p{Ll} -]+?) (has|have|had|borders?|uses?|contains?|includes?|published|produced|owns?|owned|made|makes|created|won|hosted|founded|developed|released|recorded|wrote|directed|shares?|speaks?) (.+)$/iu,
    "the $1 that $2 $3",
  ],
  [
    new RegExp(
      `^(?:what|which) ([\\p{Ll} -]+?) (is|are|was|were) ((?:the )?\\p{Lu}.*?) (${after})$`,
      "iu",
    ),
    "the $1 that $3 $2 $4",
  ],
  [
    /^(?:in|on|at) (?:what|which) ([\p{Ll} -]+?) (is|are|was|were) ((?:the )?\p{Lu}.*?) (located|born|founded|formed|released|published|built|established|based)$/u,
    "the $1 in which $3 $2 $4",
  ],
  [
    /^In which (\p{Ll}+) is (.+) the (highest|lowest) point$/u,
    "the $1 in which $2 is the $3 point",
  ],
  [
    /^In (?:what|which) ([\p{Ll} -]+?) (is|are|was|were) ((?:the )?\p{Lu}[^?]*)$/u,
    "the $1 that $3 $2 in",
  ],
  [
    /^where (was|were|is|are) (.+) (born|located|founded|formed|buried|made|built|filmed|educated|based|held)(?: in)?$/iu,
    "the place where $2 $1 $3",
  ],
  [/^where is ((?:the )?\p{Lu}[^,]*)$/u, "the place where $1 is"],
  [
    /^when (was|were) (.+) (born|founded|formed|released|published|built|established|invented|introduced|made|written|discovered|created)$/iu,
    "the time when $2 $1 $3",
  ],
  [
    /^who (has|had|directed|wrote|made|founded|composed|performed|produced|created|sang|invented|discovered|painted|played|plays|owns|won|developed|designed|published|recorded|built) (.+)$/iu,
    "the person who $1 $2",
  ],
  [/^which country(?:'s|s) (.+)$/iu, "the country whose $1"],
  [/^how many ([\p{Ll} -]+?) (?:are|were) (in|on|at) (.+)$/iu, "the number of $1 $2 $3"],
  [/^how many ([\p{Ll} -]+?) does (.+) have$/iu, "the number of $1 that $2 has"],
  [/^who is (?:the )?(.+?) married to$/iu, "the spouse of $1"],
];

/**
 * What the question asks for, as a noun phrase: "Who is the director of X?" → "the director of X".
 */
export function phraseOf(question: string): string | null {
  const text = question.trim().replace(/[?.\s]+$/u, "");
  const sized =
    /^how (tall|high|long|old|large|big|deep|wide|heavy|fast) (?:is|are|was|were) (.+)$/iu.exec(
      text,
    );
  if (sized) return `the ${measures[sized[1]?.toLowerCase() ?? ""] ?? ""} of ${sized[2]}`;
  const phrase = firstFit(phraseRules, text) ?? withDid(text);
  return phrase === null ||
    /\b(?:what|which|who|where|when) (?:is|was|did|do)\b/iu.test(phrase) ||
    phrase.length > 110
    ? null
    : phrase;
}

const didRule = new RegExp(
  `^(?:(when|where)|(?:in )?(?:what|which) (year|city|country|state|place|team|company|school|university|award|film|movie|book|album|band)) did (.+?) (first )?(${pastForms})( .+)?$`,
  "iu",
);

function withDid(text: string): string | null {
  const match = didRule.exec(text);
  if (match === null) return null;
  const [, adverb = "", noun = "", subject = "", first = "", verb = "", rest = ""] = match;
  const did = `${subject} ${first}${past[verb.toLowerCase()] ?? verb}${rest}`;
  if (adverb !== "")
    return `the ${adverb.toLowerCase() === "when" ? "time when" : "place where"} ${did}`;
  const place = /^in /iu.test(text) || /^(?:year|city|country|state|place)$/iu.test(noun);
  return `the ${noun} ${place && rest === "" ? "in which" : "that"} ${did}`;
}

const verbs =
  "founded|owns|owned|performed|performs|wrote|writes|sang|sings|played|plays|directed|produced|invented|discovered|" +
  "created|composed|won|built|painted|designed|developed|hosted|hosts|voiced|voices|recorded|married|killed|led|ruled|" +
  "scored|published|starred|stars|narrates|narrated|defeated|coached|coaches|portrayed|portrays|signed|introduced";

const statementRules: readonly Rule[] = [
  [/^(?:where|in what city|in which city) was (.+) born$/iu, "$1 was born in {a}."],
  [/^where did (.+) die$/iu, "$1 died in {a}."],
  [/^where is (.+) located$/iu, "$1 is located in {a}."],
  [/^where is the headquarter of (.+)$/iu, "The headquarters of $1 are in {a}."],
  [/^where was (.+) educated$/iu, "$1 was educated at {a}."],
  [/^where was (.+) founded$/iu, "$1 was founded in {a}."],
  [/^in (?:which|what) country is (.+?)(?: located)?(?<!point)$/iu, "$1 is in {a}."],
  [/^which country is (.+) located in$/iu, "$1 is in {a}."],
  [/^which country was (.+) created in$/iu, "$1 was created in {a}."],
  [/^which language was (.+) written in$/iu, "$1 was written in {a}."],
  [/^which company is (.+) produced by$/iu, "$1 is produced by {a}."],
  [/^who was (.+) created by$/iu, "$1 was created by {a}."],
  [/^who is (.+) married to$/iu, "$1 is married to {a}."],
  [/^who is (.+)'s child$/iu, "{a} is a child of $1."],
  [/^what music label is (.+) represented by$/iu, "$1 is represented by the music label {a}."],
  [/^what position does (.+) play$/iu, "$1 plays in the position of {a}."],
  [/^what (?:type of music|sport) does (.+) play$/iu, "$1 plays {a}."],
  [/^what is (.+) famous for$/iu, "$1 is famous for {a}."],
  [/^what is (.+)'s occupation$/iu, "The occupation of $1 is {a}."],
  [/^what kind of work does (.+) do$/iu, "$1 works as {a}."],
  [/^what genre is (.+)$/iu, "The genre of $1 is {a}."],
  [/^what is (.+) the capital of$/iu, "$1 is the capital of {a}."],
  [
    /^who was the (producer|director|screenwriter|composer) (?:of|for) (.+)$/iu,
    "{a} was the $1 of $2.",
  ],
  [/^who is the (author|father|mother) of (.+)$/iu, "{a} is the $1 of $2."],
  [
    /^[Ww]hat is the ((?:[\p{Ll}-]+ ){0,3}[\p{Ll}-]+) of (\p{Lu}[\p{L}\s,.'-]*)$/u,
    "The $1 of $2 is {a}.",
  ],
  [
    /^what is the ((?:[\p{Ll}-]+ ){0,3}[\p{Ll}-]+) of (the \p{Lu}[\p{L}\s,.'-]*)$/iu,
    "The $1 of $2 is {a}.",
  ],
  [/^which (\p{Ll}+) (has|uses) (.+)$/iu, "{a} is the $1 that $2 $3."],
  [new RegExp(`^who (${verbs}) (.+)$`, "iu"), "{a} $1 $2."],
];

/** The question and its answer as one statement; null if no rule fits. */
export function statementOf(question: string, answer: string): string | null {
  const text = question.trim().replace(/[?.\s]+$/u, "");
  const pattern = firstFit(statementRules, text);
  if (pattern === null) return null;
  const sentence = pattern.replace("{a}", () => answer);
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;
}

function firstFit(rules: readonly Rule[], text: string): string | null {
  for (const [pattern, template] of rules) {
    const match = pattern.exec(text);
    if (match === null) continue;
    return template.replace(/\$(\d)/gu, (_mark, group: string) => match[Number(group)] ?? "");
  }
  return null;
}

const stopWords = new Set(
  (
    "a an the of in on at for from to by with and or as is are was were be been do does did has have had who what which " +
    "when where how many much that this these those its it their there whose whom"
  ).split(" "),
);

/** Keywords of a sentence; lower-case stop words are dropped, capitalised ones belong to a name. */
export function searchWords(sentence: string): string {
  return sentence
    .replace(/[?.!,;:]+(?=\s|$)/gu, "")
    .split(/\s+/u)
    .filter((word, index) => !stopWords.has(index === 0 ? word.toLowerCase() : word))
    .join(" ");
}
