/**
 * Files in parts. Some hosts take no large file (Cloudflare Pages: none over 25 MiB), and a build
 * for them holds each such file in several. Name and size tell what lies where: there is no list.
 */

/** The build that does so: `npm run build -- --mode small-files`. */
export const smallFiles = "small-files";

/** Bytes that a file of that build may have. */
const largestPart = 24 * 2 ** 20;

/** The bytes of a file from one place up to another, and where they are fetched. */
export interface FilePart {
  address: string;
  from: number;
  /** Not included; `Infinity` where the file's size is not known. */
  to: number;
}

/** The file as one. */
export function whole(address: string, bytes = Number.POSITIVE_INFINITY): FilePart[] {
  return [{ address, from: 0, to: bytes }];
}

/** Parts of about one length, in order; a file that is small enough stays as it is. */
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
