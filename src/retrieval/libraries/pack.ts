/** Packs clauses into passages of about a hundred words which can be read alone. */

/**
 * One fact as a sentence. When a passage must be cut inside it, every piece
 * repeats `lead`, so that each still says what it is about.
 */
export interface Clause {
  lead: string;
  body: string;
}

/** What the packer aims at and never exceeds, in words of six letters (so long words and numbers weigh more). */
const aim = 105;
const most = 125;
/** No passage has more words than this, however short they are. */
export const hardWordLimit = 130;

/** Texts of passages, each beginning with `name` or naming it at once. */
export function pack(clauses: readonly Clause[], name: string): string[] {
  const pieces = clauses.flatMap(splitClause);
  const total = pieces.reduce((sum, piece) => sum + weight(say(piece)), 0);
  if (total === 0) return [];
  // Even shares read better than one full passage and a stub.
  const share = total / Math.max(1, Math.ceil(total / most));
  const texts: string[][] = [];
  let current: Clause[] = [];
  let size = 0;
  const flush = () => {
    if (current.length > 0) texts.push(sayAll(current));
    current = [];
    size = 0;
  };
  for (const piece of pieces) {
    const cost = weight(say(piece));
    const overShare = size + cost / 2 > share && size > share / 2;
    if (size > 0 && (overShare || size + cost > most)) flush();
    current.push(piece);
    size += cost;
  }
  flush();
  return texts.map((sentences) => withName(ended(sentences.join(" ")), name));
}

/** Words, or sixths of the characters where that is more. */
function weight(text: string): number {
  return weightOf(wordsIn(text), text.length);
}

function weightOf(words: number, length: number): number {
  return Math.max(words, length / 6);
}

function wordsIn(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}

function say(piece: Clause): string {
  return piece.lead ? `${piece.lead} ${piece.body}` : piece.body;
}

/** Neighbouring pieces of one cut clause say their lead once. */
function sayAll(pieces: readonly Clause[]): string[] {
  return pieces.map((piece, index) =>
    piece.lead && pieces[index - 1]?.lead === piece.lead ? piece.body : say(piece),
  );
}

/** A text cut inside a list ends in a full stop all the same. */
function ended(text: string): string {
  return text.replace(/[;,]$/, ".");
}

function withName(text: string, name: string): string {
  const bare = name.replace(/^the /i, "");
  const capital = name.charAt(0).toUpperCase() + name.slice(1);
  if (text.slice(0, bare.length + 40).includes(bare)) return text;
  return `${capital}: ${text}`;
}

/** "Mt. Fuji" and "St. Nazaire" are no ends of sentences. */
const sentenceEnds = /(?<=[.!?]"?)(?<!\b(?:Mt|St)\.) (?=["(\p{Lu}])|(?<=[。！？])/u;
const seams = [sentenceEnds, /(?<=;) /, /(?<=,) /, / /];

/** Cuts a clause that is too long for a passage: at sentences, then semicolons, commas, words. */
function splitClause(whole: Clause): Clause[] {
  const room = aim - weight(whole.lead);
  return cut(whole.body, room, seams).map((body) => ({ lead: whole.lead, body }));
}

function cut(text: string, room: number, [seam, ...finer]: readonly RegExp[]): string[] {
  if (weight(text) <= room) return [text];
  if (seam === undefined) return slices(text, room);
  const atoms = text.split(seam).flatMap((atom) => cut(atom, room, finer));
  // Sentences stay apart so that the packer may break anywhere between them.
  return seam === sentenceEnds ? atoms : join(atoms, room);
}

/** The last resort, for scripts without spaces and for what is no language at all. */
function slices(text: string, room: number): string[] {
  return text.match(new RegExp(`.{1,${Math.floor(room * 6)}}`, "gsu")) ?? [];
}

/** Joins atoms again into even runs that fit the room. */
function join(atoms: readonly string[], room: number): string[] {
  const total = atoms.reduce((sum, atom) => sum + weight(atom), 0);
  const share = total / Math.ceil(total / room);
  const runs: string[] = [];
  let [run, words] = ["", 0];
  for (const atom of atoms) {
    // The words of a run are counted once, not anew with each atom that joins it.
    const more = wordsIn(atom);
    const longer = run ? `${run} ${atom}` : atom;
    const isFull = weightOf(words + more, longer.length) > room;
    if (run && (isFull || weightOf(words, run.length) >= share)) {
      runs.push(run);
      [run, words] = [atom, more];
    } else {
      [run, words] = [longer, words + more];
    }
  }
  if (run) runs.push(run);
  return runs;
}
