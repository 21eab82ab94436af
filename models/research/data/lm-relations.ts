/** Knowledge-base relations in plain English: as a question and as a noun phrase. */

interface Relation {
  /** Questions for the object; `{x}` is the subject. */
  ask: readonly [string, ...string[]];
  phrase?: string;
}

/** Keys are MuSiQue's and 2WikiMultihopQA's relation names. */
const relations: Readonly<Record<string, Relation>> = {
  "applies to jurisdiction": { ask: ["Which jurisdiction does {x} apply to?"] },
  architect: { ask: ["Who is the architect of {x}?"], phrase: "the architect of {x}" },
  author: { ask: ["Who is the author of {x}?", "Who wrote {x}?"], phrase: "the author of {x}" },
  "award received": {
    ask: ["Which award did {x} receive?"],
    phrase: "the award that {x} received",
  },
  capital: { ask: ["What is the capital of {x}?"], phrase: "the capital of {x}" },
  "capital of": {
    ask: ["What is {x} the capital of?"],
    phrase: "the place that {x} is the capital of",
  },
  "cast member": { ask: ["Who is in the cast of {x}?"], phrase: "the cast member of {x}" },
  "cause of death": { ask: ["What did {x} die of?"], phrase: "the cause of death of {x}" },
  child: { ask: ["Who is the child of {x}?"], phrase: "the child of {x}" },
  composer: {
    ask: ["Who is the composer of {x}?", "Who composed the music of {x}?"],
    phrase: "the composer of {x}",
  },
  conflict: {
    ask: ["In which conflict did {x} take part?"],
    phrase: "the conflict in which {x} took part",
  },
  continent: { ask: ["On which continent is {x}?"], phrase: "the continent of {x}" },
  country: {
    ask: ["In which country is {x}?", "Which country does {x} belong to?"],
    phrase: "the country of {x}",
  },
  "country of citizenship": {
    ask: ["What is the nationality of {x}?"],
    phrase: "the nationality of {x}",
  },
  "country of origin": {
    ask: ["What is the country of origin of {x}?"],
    phrase: "the country of origin of {x}",
  },
  creator: {
    ask: ["Who is the creator of {x}?", "Who created {x}?"],
    phrase: "the creator of {x}",
  },
  crosses: { ask: ["What does {x} cross?"] },
  "date of birth": { ask: ["When was {x} born?"], phrase: "the date of birth of {x}" },
  "date of death": { ask: ["When did {x} die?"], phrase: "the date of death of {x}" },
  developer: { ask: ["Who developed {x}?"], phrase: "the developer of {x}" },
  director: {
    ask: ["Who is the director of {x}?", "Who directed {x}?"],
    phrase: "the director of {x}",
  },
  "doctoral advisor": {
    ask: ["Who was the doctoral advisor of {x}?"],
    phrase: "the doctoral advisor of {x}",
  },
  editor: { ask: ["Who is the editor of {x}?"], phrase: "the editor of {x}" },
  "educated at": {
    ask: ["Where was {x} educated?", "Which school did {x} go to?"],
    phrase: "the school where {x} was educated",
  },
  employer: { ask: ["Who is the employer of {x}?"], phrase: "the employer of {x}" },
  father: { ask: ["Who is the father of {x}?"], phrase: "the father of {x}" },
  follows: { ask: ["What comes before {x}?"] },
  "founded by": { ask: ["Who founded {x}?"], phrase: "the founder of {x}" },
  genre: { ask: ["What is the genre of {x}?"], phrase: "the genre of {x}" },
  "has part": { ask: ["What is a part of {x}?"] },
  "headquarters location": {
    ask: ["Where are the headquarters of {x}?"],
    phrase: "the place where {x} has its headquarters",
  },
  inception: { ask: ["When was {x} founded?"], phrase: "the date when {x} was founded" },
  "licensed to broadcast to": {
    ask: ["To which city is {x} licensed to broadcast?"],
    phrase: "the city to which {x} is licensed to broadcast",
  },
  location: { ask: ["Where is {x} located?"], phrase: "the place where {x} is located" },
  "location of formation": {
    ask: ["Where was {x} formed?"],
    phrase: "the place where {x} was formed",
  },
  "located in or next to body of water": {
    ask: ["On which body of water is {x}?"],
    phrase: "the body of water that {x} lies on",
  },
  "located in the administrative territorial entity": {
    ask: ["In which administrative area is {x}?", "Which county or state is {x} in?"],
    phrase: "the administrative area that {x} is in",
  },
  "lyrics by": {
    ask: ["Who wrote the lyrics of {x}?"],
    phrase: "the person who wrote the lyrics of {x}",
  },
  manufacturer: { ask: ["Which company makes {x}?"], phrase: "the company that makes {x}" },
  "member of political party": {
    ask: ["Which political party does {x} belong to?"],
    phrase: "the political party of {x}",
  },
  "member of sports team": {
    ask: ["Which sports team did {x} play for?"],
    phrase: "the sports team that {x} played for",
  },
  "military branch": {
    ask: ["In which branch of the armed forces did {x} serve?"],
    phrase: "the branch of the armed forces in which {x} served",
  },
  mother: { ask: ["Who is the mother of {x}?"], phrase: "the mother of {x}" },
  "mouth of the watercourse": {
    ask: ["Into which body of water does {x} flow?"],
    phrase: "the body of water that {x} flows into",
  },
  "named after": { ask: ["Who or what is {x} named after?"] },
  "native language": {
    ask: ["What is the native language of {x}?"],
    phrase: "the native language of {x}",
  },
  occupation: { ask: ["What is the occupation of {x}?"], phrase: "the occupation of {x}" },
  operator: { ask: ["Who operates {x}?"], phrase: "the operator of {x}" },
  "owned by": { ask: ["Who owns {x}?"], phrase: "the owner of {x}" },
  "part of": { ask: ["What is {x} part of?"] },
  performer: {
    ask: ["Who is the performer of {x}?", "Who performed {x}?"],
    phrase: "the performer of {x}",
  },
  "place of birth": { ask: ["Where was {x} born?"], phrase: "the place where {x} was born" },
  "place of burial": { ask: ["Where is {x} buried?"], phrase: "the place where {x} is buried" },
  "place of death": { ask: ["Where did {x} die?"], phrase: "the place where {x} died" },
  "place of detention": { ask: ["Where was {x} held in prison?"] },
  "present in work": { ask: ["In which work does {x} appear?"] },
  producer: {
    ask: ["Who is the producer of {x}?", "Who produced {x}?"],
    phrase: "the producer of {x}",
  },
  "publication date": { ask: ["When was {x} released?"], phrase: "the release date of {x}" },
  publisher: { ask: ["Who is the publisher of {x}?"], phrase: "the publisher of {x}" },
  "record label": {
    ask: ["Which record label released the music of {x}?", "What is the record label of {x}?"],
    phrase: "the record label of {x}",
  },
  religion: { ask: ["What is the religion of {x}?"], phrase: "the religion of {x}" },
  residence: { ask: ["Where does {x} live?"], phrase: "the place where {x} lives" },
  screenwriter: { ask: ["Who wrote the screenplay of {x}?"], phrase: "the screenwriter of {x}" },
  "shares border with": { ask: ["Which area shares a border with {x}?"] },
  sibling: { ask: ["Who is a sibling of {x}?"], phrase: "the sibling of {x}" },
  sport: { ask: ["Which sport does {x} play?"], phrase: "the sport of {x}" },
  spouse: { ask: ["Who is the spouse of {x}?"], phrase: "the spouse of {x}" },
  "student of": { ask: ["Who was the teacher of {x}?"], phrase: "the teacher of {x}" },
};

function relationOf(name: string): Relation | null {
  const key = name.trim();
  return Object.hasOwn(relations, key) ? (relations[key] ?? null) : null;
}

/** A question for a relation's object; null if there is no good wording. `turn` picks one. */
export function relationQuestion(name: string, subject: string, turn: number): string | null {
  const relation = relationOf(name);
  if (relation === null) return null;
  const wording = relation.ask[Math.floor(turn * relation.ask.length)] ?? relation.ask[0];
  return fill(wording, subject);
}

/** "the director of X"; null if English has no short phrase. */
export function relationPhrase(name: string, subject: string): string | null {
  const phrase = relationOf(name)?.phrase;
  return phrase === undefined ? null : fill(phrase, subject);
}

/** Replaces `{x}` through a function, because names may contain `$`. */
export function fill(pattern: string, x: string): string {
  return pattern.replaceAll("{x}", () => x);
}
