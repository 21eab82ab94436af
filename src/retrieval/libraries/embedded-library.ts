/** What every library that comes with the product is: one folder, one line in `embedded-libraries.ts`. */

export interface EmbeddedLibrary {
  /** As logs and settings name it; its files are built into `public/library/ID`. */
  id: string;
  /** Before it is opened; once it is, its manifest says what it is called. */
  title: string;
  /** What it holds, and of when: half a line. */
  about: string;
}
