/** Turns "Which sea borders Estonia?" and "Baltic Sea" into "Baltic Sea borders Estonia". */

const asked = "(?:which|what)";
/** These may directly follow the thing asked for. */
const verbs =
  "has|have|had|is|are|was|were|borders?|surrounds?|uses?|belongs?|lies|contains?|emits?|produces?|became|heads?|leads?|rules?|\\p{Ll}{3,}s";

const withDoes = new RegExp(`^${asked} (?:\\S+ ){1,4}?does (.+) (\\p{L}+)$`, "iu");
const withVerb = new RegExp(`^${asked} (?:\\S+ ){1,3}?((?:${verbs}) .+)$`, "iu");
const whoVerb = new RegExp(`^who ((?:${verbs}) .+)$`, "iu");

/** Longer questions stay unchanged. */
const longestQuestion = 1000;

const rules: readonly {
  form: RegExp;
  say: (parts: readonly string[], answer: string) => string;
}[] = [
  // "What is the capital of Mali?" → "The capital of Mali is Bamako"
  {
    form: /^(?:what|who|which) (is|are|was|were) (the .+)$/iu,
    say: ([be = "", what = ""], answer) => `${capital(what)} ${be} ${answer}`,
  },
  // "How many reactors has France?" → "France has 57 reactors"
  {
    form: /^how many (.+?) (has|have) (.+)$/iu,
    say: ([what = "", have = "", who = ""], answer) => `${capital(who)} ${have} ${answer} ${what}`,
  },
  {
    form: /^how many (.+?) (?:does|do) (.+?) have$/iu,
    say: ([what = "", who = ""], answer) => `${capital(who)} has ${answer} ${what}`,
  },
  {
    form: /^how many (.+? (?:are|live|were) .+)$/iu,
    say: ([what = ""], answer) => `${answer} ${what}`,
  },
  // "Which sea does Estonia border?" → "Estonia borders Baltic Sea"
  {
    form: withDoes,
    say: ([who = "", verb = ""], answer) => `${capital(who)} ${thirdPerson(verb)} ${answer}`,
  },
  // "Which country has Tallinn as its capital?" → "Estonia has Tallinn as its capital"
  {
    form: withVerb,
    say: ([rest = ""], answer) => `${answer} ${rest}`,
  },
  {
    form: whoVerb,
    say: ([rest = ""], answer) => `${answer} ${rest}`,
  },
];

export function statement(question: string, answer: string): string {
  if (question.length > longestQuestion) return `${question}: ${answer}`;
  const plain = question.trim().replace(/[?.\s]+$/u, "");
  if (plain === "") return answer;
  for (const { form, say } of rules) {
    const [whole, ...parts] = form.exec(plain) ?? [];
    if (whole !== undefined) return say(parts, answer);
  }
  return `${plain}: ${answer}`;
}

function capital(text: string): string {
  return text.replace(/^\p{L}/u, (letter) => letter.toUpperCase());
}

function thirdPerson(verb: string): string {
  if (verb === "have") return "has";
  if (/(?:s|sh|ch|x)$/u.test(verb)) return `${verb}es`;
  return /[^aeiou]y$/u.test(verb) ? `${verb.slice(0, -1)}ies` : `${verb}s`;
}
