/** A Trusted Types policy: script addresses must be this page's own. */

/** Libraries start workers, too, and know no policy. */
export const policyName = "default";

interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL(address: string): string | null }): unknown;
}

/** The browser takes null as a refusal. */
export function ownScript(address: string, here: string): string | null {
  try {
    const url = new URL(address, here);
    // A blob has its maker's origin, whatever its content.
    return url.protocol !== "blob:" && url.origin === new URL(here).origin ? url.href : null;
  } catch {
    return null;
  }
}

function isFactory(value: unknown): value is PolicyFactory {
  return typeof value === "object" && value !== null && "createPolicy" in value;
}

/** Call once in the page and each worker, before it starts anything. */
export function allowOwnScripts(): void {
  // Undefined without Trusted Types.
  const factory: unknown = Reflect.get(globalThis, "trustedTypes");
  if (!isFactory(factory)) return;
  factory.createPolicy(policyName, {
    createScriptURL: (address) => ownScript(address, globalThis.location.href),
  });
}
