/**
 * Turns "Which sea borders Estonia?" and "Baltic Sea" into "Baltic Sea borders Estonia". Returns
 * "QUESTION: ANSWER" where no rule makes a sentence.
 */

/** Past tenses of verbs that questions use. A verb that is not listed leaves the question as it is. */
const pasts: Readonly<Record<string, string>> = {
  appear: "appeared",
  attend: "attended",
  become: "became",
  begin: "began",
  belong: "belonged",
  close: "closed",
  come: "came",
  direct: "directed",
  die: "died",
  end: "ended",
  fall: "fell",
  found: "founded",
  get: "got",
  go: "went",
  graduate: "graduated",
  grow: "grew",
  happen: "happened",
  have: "had",
  join: "joined",
  leave: "left",
  live: "lived",
  lose: "lost",
  make: "made",
  marry: "married",
  move: "moved",
  occur: "occurred",
  open: "opened",
  play: "played",
  produce: "produced",
  retire: "retired",
  serve: "served",
  sing: "sang",
  start: "started",
  study: "studied",
  take: "took",
  win: "won",
  work: "worked",
  write: "wrote",
};

const irregular =
  "became|began|came|fell|found|got|gave|grew|had|held|kept|knew|led|left|lost|made|met|ran|sang|sent|sold|spoke|took|taught|told|was|were|won|wrote|built|bought|brought";
/** A word that can begin the predicate. */
const verb = `(?:has|have|is|are|${irregular}|borders?|\\p{Ll}{2,}(?:s|ed))`;
const preposition = "(?:about|after|against|at|by|for|from|in|into|of|on|to|with)";
const participle = `(?:\\p{Ll}{2,}ed|born|built|held|known|made|set|sold|spoken|written|won)`;
const which = "(?:[Ww]hich|[Ww]hat)";

const withDoes = new RegExp(
  `^${which} (?:(?!(?:do|does|did) )\\S+ ){0,4}?(does|do|did) (.+) (?!${preposition}$)(\\p{Ll}+)(?: (${preposition}))?$`,
  "u",
);
/** The words after "which" name the kind of thing; a preposition or another verb is not among them. */
const withVerb = new RegExp(
  `^(?:[Ww]ho |${which} (?:(?!(?:${preposition}|do|does|did|is|are|was|were) )[\\p{L}-]+ ){1,3}?)(${verb}) (?!(?:is|are|was|were|has|have|do|does|did) )(.+)$`,
  "u",
);
const withOwner = new RegExp(
  `^${which} (?!(?:is|are|was|were) )(?:\\p{Ll}+ ){0,2}\\p{Ll}+['’]s (.+)$`,
  "u",
);
const atTheEnd = new RegExp(
  `^(\\p{Lu}.*|[Tt]he .+) (is|are|was|were|${preposition}) (?:which|what)(?: \\p{Ll}+){0,3}$`,
  "u",
);
const wasDone = new RegExp(
  `^(?:[Ww]hen|[Ww]here|[Ii]n (?:which|what) .+?) (is|are|was|were) (.+) (${participle})$`,
  "u",
);
const name = "\\p{Lu}\\S*(?: \\p{Lu}\\S*)*";
const withPreposition = new RegExp(`^${preposition} `, "iu");
const isAtIt = new RegExp(
  `^${which}(?: [\\p{Ll}-]+){0,3} (is|are|was|were) (${name})((?: .+)? ${preposition})$`,
  "u",
);
const isInIt = new RegExp(
  `^[Ii]n (?:which|what) [\\p{Ll} -]+? (is|are|was|were) (${name})((?: the .+)?)$`,
  "u",
);
const doesWithIt = new RegExp(
  `^(\\p{L}\\p{Ll}+) (?:which|what) (?:[\\p{L}-]+ ){1,3}?(does|do|did) (you|people|${name}) (\\p{Ll}+)((?: .+)?)$`,
  "u",
);
const didDo = /^(?:(?:[Ww]hen|[Ww]here)|(?:[Ii]n )?(?:[Ww]hich|[Ww]hat) year) did (.+) (\p{Ll}+)$/u;

/** Longer questions stay unchanged. */
const longestQuestion = 1000;

/** `say` returns null for a verb whose past tense is not listed. */
const rules: readonly {
  form: RegExp;
  say: (parts: readonly string[], answer: string) => string | null;
}[] = [
  // "Maseru is the capital of which country?" → "Maseru is the capital of Lesotho"
  {
    form: atTheEnd,
    say: ([what = "", last = ""], answer) => `${what} ${last} ${answer}`,
  },
  // "What is the capital of Mali?" → "the capital of Mali is Bamako"
  {
    form: /^(?:what|who|which) (is|are|was|were) (the .+|.+['’]s .+)$/iu,
    say: ([be = "", what = ""], answer) => `${what} ${be} ${answer}`,
  },
  // "How many reactors has France?" → "France has 57 reactors"
  {
    form: /^how many (.+?) (has|have) (.+)$/iu,
    say: ([what = "", have = "", who = ""], answer) => `${who} ${have} ${answer} ${what}`,
  },
  {
    form: /^how many (.+?) (?:does|do) (.+?) have$/iu,
    say: ([what = "", who = ""], answer) => `${who} has ${answer} ${what}`,
  },
  // "How many reactors are there in France?" → "there are 57 reactors in France"
  {
    form: /^how many (.+?) (are|were) there (.+)$/iu,
    say: ([what = "", be = "", rest = ""], answer) => `there ${be} ${answer} ${what} ${rest}`,
  },
  {
    form: /^how many (.+? (?:are|live|were) .+)$/iu,
    say: ([what = ""], answer) => `${answer} ${what}`,
  },
  // "Which club is Ann a member of?" → "Ann is a member of Barnsley"
  {
    form: isAtIt,
    say: ([be = "", who = "", what = ""], answer) => `${who} ${be}${what} ${answer}`,
  },
  // "In which ocean is Mauritius?" → "Mauritius is in Indian Ocean"
  {
    form: isInIt,
    say: ([be = "", who = "", what = ""], answer) => `${who} ${be}${what} in ${answer}`,
  },
  // "With which currency do you pay in Peru?" → "you pay in Peru with sol"
  {
    form: doesWithIt,
    say: ([before = "", does = "", who = "", base = "", rest = ""], answer) => {
      const turned = inTense(does, base);
      const end = `${rest} ${before.toLowerCase()} ${answer}`;
      return turned === undefined ? null : `${who} ${turned}${end}`;
    },
  },
  // "When was Rush founded?" → "Rush was founded in 1968"
  {
    form: wasDone,
    say: ([be = "", who = "", done = ""], answer) => `${who} ${be} ${done} ${placed(answer)}`,
  },
  // "When did Carl Boese die?" → "Carl Boese died on 6 July 1958"
  {
    form: didDo,
    say: ([who = "", base = ""], answer) => {
      const past = pasts[base];
      return past === undefined ? null : `${who} ${past} ${placed(answer)}`;
    },
  },
  // "Which university does Ann belong to?" → "Ann belongs to Oxford"
  {
    form: withDoes,
    say: ([does = "", who = "", base = "", after = ""], answer) => {
      const turned = inTense(does, base);
      return turned === undefined ? null : [who, turned, after, answer].filter(Boolean).join(" ");
    },
  },
  // "Which country's currency is the renminbi?" → "China's currency is the renminbi"
  {
    form: withOwner,
    say: ([rest = ""], answer) => `${possessive(answer)} ${rest}`,
  },
  // "Which country has Tallinn as its capital?" → "Estonia has Tallinn as its capital"
  {
    form: withVerb,
    say: ([does = "", rest = ""], answer) => `${answer} ${does} ${rest}`,
  },
];

export function statement(question: string, answer: string): string {
  if (question.length > longestQuestion) return `${question}: ${answer}`;
  const plain = question.trim().replace(/[?.\s]+$/u, "");
  if (plain === "") return answer;
  // "Who died earlier, Ann or Bob?": the answer names one of them.
  const asked = plain.replace(/^((?:who|which|what) .+), [^,]+ or [^,]+$/iu, "$1");
  for (const { form, say } of rules) {
    const [whole, ...parts] = form.exec(asked) ?? [];
    const said = whole === undefined ? null : say(parts, answer);
    if (said !== null) return said;
  }
  return `${plain}: ${answer}`;
}

/** "on 6 July 1958", "in 1958", "in Vienna"; an answer keeps a preposition of its own. */
function placed(answer: string): string {
  if (withPreposition.test(answer)) return answer;
  const isDay = [/\p{L}{3}/u, /\b\d{1,2}\b/u, /\b\d{4}\b/u].every((part) => part.test(answer));
  return `${isDay ? "on" : "in"} ${answer}`;
}

function possessive(name: string): string {
  return name.endsWith("s") ? `${name}’` : `${name}’s`;
}

function inTense(does: string, base: string): string | undefined {
  if (does === "did") return pasts[base];
  return does === "do" ? base : thirdPerson(base);
}

function thirdPerson(base: string): string {
  if (base === "have") return "has";
  if (base === "go" || base === "do") return `${base}es`;
  if (/(?:s|sh|ch|x)$/u.test(base)) return `${base}es`;
  return /[^aeiou]y$/u.test(base) ? `${base.slice(0, -1)}ies` : `${base}s`;
}
