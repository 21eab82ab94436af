/** Packs clauses into self-contained passages of about a hundred words. */

/** If a fact is split, every piece repeats `lead`, so that each names its subject. */
export interface Clause {
  lead: string;
  body: string;
}

/** In words of six letters, so long words and numbers weigh more. */
const aim = 105;
const most = 125;
/** Limits passages of short words. */
export const hardWordLimit = 130;

/** Each text begins with `name` or mentions it at once. */
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

/** Words, or a sixth of the characters if that is larger. */
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

/** Consecutive pieces share one lead. */
function sayAll(pieces: readonly Clause[]): string[] {
  return pieces.map((piece, index) =>
    piece.lead && pieces[index - 1]?.lead === piece.lead ? piece.body : say(piece),
  );
}

function ended(text: string): string {
  return text.replace(/[;,]$/, ".");
}

function withName(text: string, name: string): string {
  const bare = name.replace(/^the /i, "");
  const capital = name.charAt(0).toUpperCase() + name.slice(1);
  if (text.slice(0, bare.length + 40).includes(bare)) return text;
  return `${capital}: ${text}`;
}

/** "Mt." and "St." end no sentence. */
const sentenceEnds = /(?<=[.!?]"?)(?<!\b(?:Mt|St)\.) (?=["(\p{Lu}])|(?<=[。！？])/u;
const seams = [sentenceEnds, /(?<=;) /, /(?<=,) /, / /];

/** Cuts at sentences, then semicolons, commas, words. */
function splitClause(whole: Clause): Clause[] {
  const room = aim - weight(whole.lead);
  return cut(whole.body, room, seams).map((body) => ({ lead: whole.lead, body }));
}

function cut(text: string, room: number, [seam, ...finer]: readonly RegExp[]): string[] {
  if (weight(text) <= room) return [text];
  if (seam === undefined) return slices(text, room);
  const atoms = text.split(seam).flatMap((atom) => cut(atom, room, finer));
  // Sentences stay apart, so that the packer may break between them.
  return seam === sentenceEnds ? atoms : join(atoms, room);
}

/** Cuts scripts without spaces. */
function slices(text: string, room: number): string[] {
  return text.match(new RegExp(`.{1,${Math.floor(room * 6)}}`, "gsu")) ?? [];
}

function join(atoms: readonly string[], room: number): string[] {
  const total = atoms.reduce((sum, atom) => sum + weight(atom), 0);
  const share = total / Math.ceil(total / room);
  const runs: string[] = [];
  let [run, words] = ["", 0];
  for (const atom of atoms) {
    // Counts a run's words once.
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
