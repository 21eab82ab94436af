/** Detects text in another script than Latin. */

/** True if most letters are not Latin. False without letters. */
export function isOtherScript(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return letters - latin > latin;
}
