/** A library needs one folder, and one line in `embedded-libraries.ts`. */

export interface EmbeddedLibrary {
  /** Its files are built into `public/library/ID`. */
  id: string;
  /** Shown until the manifest's title is loaded. */
  title: string;
  /** The library's contents and date. */
  about: string;
}
