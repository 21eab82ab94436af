/** Who asks, as wikis are told: Wikimedia's policy wants a name, a version and a way to be reached. */

/**
 * A page or e-mail address of whoever runs this copy, in printable ASCII. The repository has no
 * public address of its own, and a made-up one would be worse than none: set it when you deploy.
 */
const contact = "";

/** `contact` may be "". */
export function agentWith(contact: string): string {
  const about = "open-source question answering in the browser";
  return `Hopwise/0.1 (${contact === "" ? about : `${contact}; ${about}`})`;
}

/** A browser cannot set `User-Agent`, so MediaWiki reads it from `Api-User-Agent`. */
export const apiUserAgent = agentWith(contact);
