const mostLinks = 20;

const addressLike = /\bhttps?:\/\/[^\s<>"'`]+/giu;

/**
 * Addresses are shown as the browser resolves them, so that look-alike letters and control
 * characters become visible. Each occurs once, in text order.
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

/** Null if invalid, or with a user name or password, which only deceive. */
function addressOf(match: string): string | null {
  const text = withoutTail(match);
  if (!URL.canParse(text)) return null;
  const { protocol, username, password, href } = new URL(text);
  const isWeb = protocol === "https:" || protocol === "http:";
  return isWeb && username === "" && password === "" ? href : null;
}

/** Strips a full stop or Markdown bracket in one pass, for any length. */
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
