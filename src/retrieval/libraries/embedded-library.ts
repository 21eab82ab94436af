/** A bundled library: one folder, and one line in `embedded-libraries.ts`. */

export interface EmbeddedLibrary {
  /** Used in logs and settings; its files are built into `public/library/ID`. */
  id: string;
  /** Used until the library is open; then the manifest's title applies. */
  title: string;
  /** Its contents and date: half a line. */
  about: string;
}
