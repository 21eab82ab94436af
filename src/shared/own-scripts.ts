/**
 * Trusted Types policy: script addresses must be this page's own. There is no policy for HTML or
 * script text.
 */

/** The default policy, since libraries start workers too and know no policy. */
export const policyName = "default";

/** The used part of the browser's factory, missing from TypeScript's declarations. */
interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(address: string): string | null }): unknown;
}

/** Null, which the browser treats as a refusal, if the script is not of this origin. */
export function ownScript(address: string, here: string): string | null {
  try {
    const url = new URL(address, here);
    // A blob's origin is that of the page that made it, whatever its content.
    return url.protocol !== "blob:" && url.origin === new URL(here).origin ? url.href : null;
  } catch {
    return null;
  }
}

function isFactory(value: unknown): value is PolicyFactory {
  return typeof value === "object" && value !== null && "createPolicy" in value;
}

/** Call once in the page and in each worker, before it starts anything. */
export function allowOwnScripts(): void {
  // Undefined in browsers without Trusted Types.
  const factory: unknown = Reflect.get(globalThis, "trustedTypes");
  if (!isFactory(factory)) return;
  factory.createPolicy(policyName, {
    createScriptURL: (address) => ownScript(address, globalThis.location.href),
  });
}
