/** Finds web addresses in a text, which stays text: nothing here can be clicked by mistake. */

/** More than these of one text are not offered. */
const mostLinks = 20;

/** Anything that a person would take for an address; other schemes than these two never open. */
const addressLike = /\bhttps?:\/\/[^\s<>"'`]+/giu;

/**
 * The addresses as the browser would go to them: hosts in ASCII and everything unusual
 * percent-encoded, so that look-alike letters and characters that turn the direction of reading
 * are seen for what they are. Each once, in the order of the text.
 */
export function linksIn(text: string): string[] {
  const found = new Set<string>();
  for (const [match] of text.matchAll(addressLike)) {
    const address = addressOf(match);
    if (address !== null) found.add(address);
    if (found.size === mostLinks) break;
  }
  return [...found];
}

/** Null for what is no address of the web, or carries a name and password, which only deceive. */
function addressOf(match: string): string | null {
  const text = withoutTail(match);
  if (!URL.canParse(text)) return null;
  const { protocol, username, password, href } = new URL(text);
  const isWeb = protocol === "https:" || protocol === "http:";
  return isWeb && username === "" && password === "" ? href : null;
}

/** Without the sentence's own full stop, or the bracket of a link in Markdown. One pass, however long. */
function withoutTail(match: string): string {
  let unopened = (match.match(/[)\]}]/gu) ?? []).length - (match.match(/[([{]/gu) ?? []).length;
  let end = match.length;
  while (end > 0) {
    const last = match.charAt(end - 1);
    if (")]}".includes(last)) {
      if (unopened <= 0) break;
      unopened -= 1;
    } else if (!".,;:!?…".includes(last)) break;
    end -= 1;
  }
  return match.slice(0, end);
}
