/** Some hosts limit file sizes (Cloudflare Pages: 25 MiB). Parts follow from name and size. */

export const smallFiles = "small-files";

const largestPart = 24 * 2 ** 20;

export interface FilePart {
  address: string;
  from: number;
  /** Exclusive; `Infinity` if unknown. */
  to: number;
}

export function whole(address: string, bytes = Number.POSITIVE_INFINITY): FilePart[] {
  return [{ address, from: 0, to: bytes }];
}

export function partsOf(address: string, bytes: number): FilePart[] {
  const count = Math.ceil(bytes / largestPart);
  if (count <= 1) return whole(address, bytes);
  const length = Math.ceil(bytes / count);
  return Array.from({ length: count }, (_, index) => ({
    address: `${address}.${index + 1}-of-${count}`,
    from: index * length,
    to: Math.min((index + 1) * length, bytes),
  }));
}
