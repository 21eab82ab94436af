/**
 * Trusted Types: under the page's policy a text is no address of a script. The one policy there is
 * takes addresses of this page's own scripts; there is none for HTML or for source text.
 */

/** A default policy: libraries start workers, too, and know of no policy. */
export const policyName = "default";

/** Of the browser's factory, what is used; TypeScript's own declarations do not have it yet. */
interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(address: string): string | null }): unknown;
}

/** The address of a script of this origin, or null, which the browser takes for a refusal. */
export function ownScript(address: string, here: string): string | null {
  try {
    const url = new URL(address, here);
    // A blob's origin is that of the page that made it, whatever is in it.
    return url.protocol !== "blob:" && url.origin === new URL(here).origin ? url.href : null;
  } catch {
    return null;
  }
}

function isFactory(value: unknown): value is PolicyFactory {
  return typeof value === "object" && value !== null && "createPolicy" in value;
}

/** Once in the page and once in each worker, before it starts anything. */
export function allowOwnScripts(): void {
  // Absent where the browser does not know it.
  const factory: unknown = Reflect.get(globalThis, "trustedTypes");
  if (!isFactory(factory)) return;
  factory.createPolicy(policyName, {
    createScriptURL: (address) => ownScript(address, globalThis.location.href),
  });
}
