/** Recognises input that asks for no fact. Says nothing of input that might. */
import { normalise } from "../normalise.ts";

/**
 * `noise`: no words. `talk`: a greeting or thanks. `task`: asks for a text to be written. `topic`:
 * one word alone.
 */
export type NoQuestion = "noise" | "talk" | "task" | "topic";

export function noQuestion(text: string): NoQuestion | null {
  if (isNoise(text)) return "noise";
  const plain = normalise(text);
  if (talk.test(plain)) return "talk";
  if (task.test(plain)) return "task";
  return /^[\p{sc=Latin}\p{M}'’-]+$/u.test(text.trim().replace(/(?<![?.!])[?.!]+$/u, ""))
    ? "topic"
    : null;
}

const phrases = [
  "hello|hi|hey|hiya|yo|howdy|hallo|greetings|welcome|there|you|all|everyone",
  "good (?:morning|afternoon|evening|night|day|bye)|goodbye|bye|see you|later",
  "thanks|thank you|thank|thx|cheers|ta|very much|so much|lot|again|please|sorry",
  "ok|okay|yes|yeah|yep|no|nope|nice|cool|great|wow|lol|haha+|hm+|test|testing",
  "how are you|how are you doing|how is it going|hows it going|whats up|sup",
  "who are you|what are you|what can you do|can you hear me|are you there|help|help me",
];
/** Articles and punctuation are gone: "thanks a lot!" is "thanks lot". */
const talk = new RegExp(`^(?:(?:${phrases.join("|")})(?: |$))+$`, "u");

const written =
  "jokes?|poems?|story|stories|songs?|essays?|haikus?|limericks?|raps?|riddles?|letters?|e?mails?|tweets?|code|programs?|scripts?|pictures?|images?|recipes?";
/** The noun must follow the verb: "Name a song by …" and "Write the name of …" are questions. */
const task = new RegExp(
  `^(?:(?:please|can you|could you|would you|will you) )*(?:tell|write|sing|compose|draw|generate|make up|make)(?: (?:me|us))?(?: (?:another|some|short|funny|good|little|nice)){0,2} (?:${written})\\b`,
  "u",
);

/** Every word is a run of keys or unpronounceable; a single word that is not saves the rest. */
function isNoise(text: string): boolean {
  if (!/[\p{L}\p{M}]/u.test(text)) return true;
  const words = text.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.every(isNoiseWord) && words.some((word) => word.length >= 4);
}

const rows = ["qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "yxcvbnm", "azertyuiop"];

function isNoiseWord(word: string): boolean {
  if (!/^[a-z]+$/u.test(word)) return false;
  if (/(.)\1{3}/u.test(word)) return true;
  if (word.length <= 2) return !/[aeiouy]/u.test(word);
  return isRunOfKeys(word) || /[bcdfghjklmnpqrstvwxz]{5}/u.test(word);
}

/** Neighbouring keys of one row, either way: "asdf", "poiu". */
function isRunOfKeys(word: string): boolean {
  return rows.some((row) =>
    [...word].slice(1).every((key, at) => {
      const [from, to] = [row.indexOf(word.charAt(at)), row.indexOf(key)];
      return from >= 0 && to >= 0 && Math.abs(from - to) === 1;
    }),
  );
}
