import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Constraint } from "../../runtime/ports.ts";
import { type ByteAutomaton, REJECTED } from "./automaton.ts";
import { choiceAutomaton, spanAutomaton, wordsOf } from "./candidates.ts";
import { grammarAutomaton } from "./grammar.ts";
import { ConstraintSession } from "./session.ts";
import { tokenBytes } from "./token-bytes.ts";
import { TokenTrie } from "./token-trie.ts";

const encoder = new TextEncoder();

function end(automaton: ByteAutomaton, text: string): number {
  let state = automaton.start;
  for (const byte of encoder.encode(text)) {
    if (state === REJECTED) return REJECTED;
    state = automaton.step(state, byte);
  }
  return state;
}

function accepts(automaton: ByteAutomaton, text: string): boolean {
  const state = end(automaton, text);
  return state !== REJECTED && automaton.accepts(state);
}

describe("choice", () => {
  it("accepts each option and nothing else", () => {
    const automaton = choiceAutomaton(["yes", "yes, it is", "non – jamais", "はい"]);
    for (const option of ["yes", "yes, it is", "non – jamais", "はい"]) {
      expect(accepts(automaton, option)).toBe(true);
    }
    for (const other of ["", "ye", "yes,", "no", "yess"]) {
      expect(accepts(automaton, other)).toBe(false);
    }
  });

  it("accepts exactly the options, whatever they are", () => {
    const texts = fc.array(fc.string({ unit: "grapheme", minLength: 1, maxLength: 6 }), {
      minLength: 1,
    });
    fc.assert(
      fc.property(texts, fc.string({ maxLength: 6 }), (options, other) => {
        const automaton = choiceAutomaton(options);
        expect(options.every((option) => accepts(automaton, option))).toBe(true);
        expect(accepts(automaton, other)).toBe(options.includes(other));
      }),
    );
  });
});

describe("span", () => {
  const text =
    "Marie Curie was born in Warsaw, Poland\n(then  U.S.-free), twenty-two km/h for $5,000.50 or 12%.";

  it("finds words as a person would copy them", () => {
    const flat = "O'Neil's (U.S.) twenty-two cost $5,000.50, or −3 to 12% in 1990-1995.";
    expect(wordsOf(flat).map(({ start, end: stop }) => flat.slice(start, stop))).toEqual([
      "O'Neil's",
      "U.S.",
      "twenty-two",
      "cost",
      "$5,000.50",
      "or",
      "−3",
      "to",
      "12%",
      "in",
      "1990",
      "1995",
    ]);
  });

  it("accepts runs of whole words up to the limit, and the alternatives", () => {
    const automaton = spanAutomaton([text], ["none"], 3);
    for (const good of [
      "Warsaw",
      "Warsaw, Poland",
      "Marie Curie was",
      "none",
      "12%",
      "$5,000.50",
    ]) {
      expect(accepts(automaton, good)).toBe(true);
    }
    for (const bad of [
      "",
      "warsaw",
      "Warsa",
      "arsaw",
      "Marie Curie was born",
      "Marie was",
      "Warsaw,",
      "Warsaw Poland",
      "non",
    ]) {
      expect(accepts(automaton, bad)).toBe(false);
    }
  });

  it("reads a line break in the text as one space", () => {
    expect(accepts(spanAutomaton([text], [], 3), "Poland (then")).toBe(true);
  });

  it("has only the alternatives when the text has no words", () => {
    const automaton = spanAutomaton([" … "], ["none"], 3);
    expect(accepts(automaton, "none")).toBe(true);
    expect(accepts(automaton, "…")).toBe(false);
  });

  it("accepts every run of words it is asked for", () => {
    const word = fc.stringMatching(/^[A-Za-zäöüé0-9]{1,6}$/);
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 30 }),
        fc.nat(),
        fc.nat(),
        (words, a, b) => {
          const from = a % words.length;
          const count = 1 + (b % 5);
          const automaton = spanAutomaton([words.join(" ")], [], 5);
          expect(accepts(automaton, words.slice(from, from + count).join(" "))).toBe(true);
        },
      ),
    );
  });
});

describe("grammar", () => {
  const lines = String.raw`
    # a chain of searches, then the end
    root ::= (answered | unsolved)+ final
    answered ::= "[Query]: " line "[Answer]: " line
    unsolved ::= "[Unsolved Query]: " line
    final ::= "[Final Content]: " [^\n]+
    line ::= [^\n]+ "\n"
  `;

  it("matches line formats with free text", () => {
    const automaton = grammarAutomaton(lines);
    const good =
      "[Query]: Who?\n[Answer]: Zoë – 你好 🙂\n[Unsolved Query]: Where?\n[Final Content]: x";
    expect(accepts(automaton, good)).toBe(true);
    expect(accepts(automaton, "[Final Content]: x")).toBe(false);
    expect(end(automaton, "[Query]: \n")).toBe(REJECTED);
    expect(accepts(automaton, good.slice(0, -1))).toBe(false);
  });

  it.each([
    ['root ::= "a"*', ["", "a", "aaa"], ["b", "ab"]],
    ['root ::= "a"+ "b"?', ["a", "aab"], ["", "b", "abb"]],
    ['root ::= ("ab" | "cd"){2}', ["abab", "abcd"], ["ab", "ababab"]],
    ['root ::= [0-9]{1,3} ("," [0-9]{3})*', ["1", "12,345"], ["1234", "1,23"]],
    ["root ::= [^a-c\\]\\n]{2,}", ["xy", "–é–"], ["x", "xa", "x]", "x\n"]],
    ['root ::= item ("," " " item)*\nitem ::= "x" | "(" root ")"', ["x", "(x, x), x"], ["(x", ""]],
    ['root ::= "\\u00e9" "\\x41" "" "\\"" [\\-a]', ['éA"-', 'éA"a'], ['éA"b']],
  ] as [string, string[], string[]][])("%s", (source, good, bad) => {
    const automaton = grammarAutomaton(source);
    for (const text of good) expect([text, accepts(automaton, text)]).toEqual([text, true]);
    for (const text of bad) expect([text, accepts(automaton, text)]).toEqual([text, false]);
  });

  it.each([
    "",
    'start ::= "a"',
    "root ::= missing",
    'root ::= "a',
    "root ::= [a",
    'root ::= ("a"',
    'root ::= root "a" | "b"',
    'root ::= "" root',
    'root ::= "a"{3,1}',
    'root ::= "a"{9999}',
    'root ::= "a"\nroot ::= "b"',
    'root ::= "\\u00"',
    "root := a",
  ])("refuses %j with a typed error", (source) => {
    expect(() => grammarAutomaton(source)).toThrow("generation-failed");
  });

  it("refuses bytes that are no UTF-8 of an allowed character", () => {
    const automaton = grammarAutomaton("root ::= [a-zé]+");
    const accept = (...bytes: number[]) =>
      bytes.reduce((state, byte) => (state === REJECTED ? state : automaton.step(state, byte)), 0);
    expect(accept(0x61, 0xc3, 0xa9)).not.toBe(REJECTED);
    for (const bytes of [[0xf0], [0xe0], [0xc1], [0x80], [0xff], [0xc3, 0x61], [0xc4]]) {
      expect([bytes, accept(...bytes)]).toEqual([bytes, REJECTED]);
    }
    const any = grammarAutomaton("root ::= [^x]+");
    expect(any.step(any.step(0, 0xf4), 0x90)).toBe(REJECTED);
    expect(any.step(any.step(0, 0xe0), 0x80)).toBe(REJECTED);
    expect(accepts(any, "🙂é")).toBe(true);
  });

  it("never hangs on damaged grammars", () => {
    const pieces = fc.constantFrom(
      '"a"',
      "[a-c]",
      "root",
      "x",
      "(",
      ")",
      "*",
      "+",
      "?",
      "|",
      "::=",
      "\n",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        try {
          end(grammarAutomaton(`root ::= ${parts.join(" ")}`), "abcabc");
        } catch (error) {
          expect(String(error)).toContain("generation-failed");
        }
      }),
    );
  });
});

describe("tokens", () => {
  const byteLevel = new Map(
    ["y", "ye", "yes", "s", "e", "n", "no", "Ġ", "Ġyes", "Ã", "©", "<end>"].map((t, i) => [t, i]),
  );
  const trie = new TokenTrie(tokenBytes(byteLevel, new Set([11])));

  it("spells byte-level, SentencePiece and plain vocabularies", () => {
    expect(tokenBytes(byteLevel, new Set())[8]).toEqual(encoder.encode(" yes"));
    expect(
      tokenBytes(
        new Map([
          ["▁yes", 0],
          ["<0x0A>", 1],
        ]),
        new Set(),
      ),
    ).toEqual([encoder.encode(" yes"), Uint8Array.of(10)]);
    expect(tokenBytes(new Map([["yes", 1]]), new Set(), 3)).toEqual([
      null,
      encoder.encode("yes"),
      null,
    ]);
  });

  function session(constraint: Constraint, leadingSpace = false) {
    return new ConstraintSession(constraint, trie, { leadingSpace });
  }

  it("allows an option under every tokenisation", () => {
    const choice = session({ kind: "choice", options: ["yes", "no"] });
    expect([...choice.allowed()].sort((a, b) => a - b)).toEqual([0, 1, 2, 5, 6]);
    choice.accept(0);
    expect([...choice.allowed()]).toEqual([4]);
    choice.accept(4);
    choice.accept(3);
    expect(choice.mayEnd()).toBe(true);
    expect(choice.mustEnd()).toBe(true);
  });

  it("allows one space before the output after a prefix, and a character cut in two", () => {
    expect([...session({ kind: "choice", options: ["yes"] }, true).allowed()].sort()).toContain(8);
    const cut = session({ kind: "choice", options: ["é"] });
    expect([...cut.allowed()]).toEqual([9]);
    cut.accept(9);
    expect(cut.mayEnd()).toBe(false);
    cut.accept(10);
    expect(cut.mustEnd()).toBe(true);
  });
});
