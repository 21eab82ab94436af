export const asItIs = "as-it-is";

export function sweptId(path: string, value: number): string {
  return `${path}=${value}`;
}

export function sweptValue(id: string, path: string): number | null {
  const text = id.startsWith(`${path}=`) ? id.slice(path.length + 1) : "";
  return text === "" || Number.isNaN(Number(text)) ? null : Number(text);
}
