/** Its passages are fetched when it is opened. */
import type { EmbeddedLibrary } from "../embedded-library.ts";

export const factbook: EmbeddedLibrary = {
  id: "factbook",
  title: "The World Factbook",
  about: "the countries of the world, 2025",
};
