/** When a run was recorded, and with which model. */

const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** "26 Nov 2026". Avoids `Intl`, whose first use delays the first paint. */
export function day(epochMs: number): string {
  return `${shortDay(epochMs)} ${new Date(epochMs).getUTCFullYear()}`;
}

export function shortDay(epochMs: number): string {
  const date = new Date(epochMs);
  return `${date.getUTCDate()} ${months[date.getUTCMonth()] ?? ""}`;
}

/**
 * Readable name of a weights file: "qwen2.5-coder-1.5b-instruct-q4_k_m" is "Qwen2.5-Coder 1.5B".
 * Other forms are returned unchanged.
 */
export function modelName(id: string): string {
  const bare = id
    .slice(id.lastIndexOf("/") + 1)
    .slice(0, 200)
    .replace(/[-_.](?:q\d\w*|f16|bf16|fp16|gguf)$/iu, "")
    .replace(/[-_](?:instruct|chat|it)$/iu, "");
  const named = /^(.+?)[-_](\d+(?:\.\d+)?)b$/iu.exec(bare);
  if (named === null) return bare;
  const [, family = "", billions = ""] = named;
  const capital = family.replaceAll(
    /(^|[-_])([a-z])/gu,
    (_, gap: string, first: string) => gap + first.toUpperCase(),
  );
  return `${capital} ${billions}B`;
}
