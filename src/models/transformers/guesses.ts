/** An n-gram longer than this seldom occurs twice in short prompts. */
const longest = 3;
/** Some 5 MB; a prompt has hundreds. */
const most = 60_000;

/**
 * Guesses that a token is followed by what followed it before, in this prompt or an earlier call
 * (prompt lookup decoding). Wrong guesses cost a little time, never another output.
 */
export class TokenGuesses {
  readonly #followers = new Map<string, number>();

  /** Learns from the tokens at `from` and after; later ones replace earlier ones. */
  learn(ids: readonly number[], from = 0): void {
    if (this.#followers.size > most) this.#followers.clear();
    for (let at = Math.max(1, from); at < ids.length; at += 1) {
      for (let length = 1; length <= Math.min(longest, at); length += 1) {
        this.#followers.set(ids.slice(at - length, at).join(), ids[at] ?? 0);
      }
    }
  }

  /** At most `count`. */
  after(ids: readonly number[], count: number): number[] {
    const guessed: number[] = [];
    const last = ids.slice(-longest);
    while (guessed.length < count) {
      const next = this.#next(last);
      if (next === undefined) break;
      guessed.push(next);
      last.push(next);
    }
    return guessed;
  }

  #next(ids: readonly number[]): number | undefined {
    for (let length = longest; length > 0; length -= 1) {
      const next = this.#followers.get(ids.slice(-length).join());
      if (next !== undefined) return next;
    }
    return undefined;
  }
}
