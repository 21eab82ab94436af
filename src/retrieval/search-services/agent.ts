/** Identifies this app to wikis: Wikimedia's policy requires a name, a version and a contact. */

/**
 * A page or email address of the operator of this copy, in printable ASCII. The repository has no
 * public address, and an invented one would be worse than none: set it when you deploy.
 */
const contact = "";

/** `contact` may be "". */
export function agentWith(contact: string): string {
  const about = "open-source question answering in the browser";
  return `Hopwise/0.1 (${contact === "" ? about : `${contact}; ${about}`})`;
}

/** A browser cannot set `User-Agent`, so MediaWiki reads it from `Api-User-Agent`. */
export const apiUserAgent = agentWith(contact);
