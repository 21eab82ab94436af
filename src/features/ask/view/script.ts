/** Which script a text is written in, as far as it matters here. */

/** True where most letters are not Latin ones, as English has them. False without letters. */
export function isOtherScript(text: string): boolean {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return letters - latin > latin;
}
