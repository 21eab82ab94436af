/** One folder, and one line in `embedded-libraries.ts`. */

export interface EmbeddedLibrary {
  /** Its files are built into `public/library/ID`. */
  id: string;
  /** Until the library is open; then the manifest's. */
  title: string;
  /** Contents and date. */
  about: string;
}
