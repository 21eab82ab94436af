/** Wikimedia's policy requires a name, a version and a contact. */

/** Page or email of this copy's operator, in printable ASCII. Set it when you deploy. */
const contact = "";

export function agentWith(contact: string): string {
  const about = "open-source question answering in the browser";
  return `Hopwise/0.1 (${contact === "" ? about : `${contact}; ${about}`})`;
}

/** A browser cannot set `User-Agent`; MediaWiki reads `Api-User-Agent`. */
export const apiUserAgent = agentWith(contact);
