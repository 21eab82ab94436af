import type { Embedder } from "../../runtime/ports.ts";

/** Vectors count letters. */
export const letterEmbedder: Embedder = {
  async embed(texts) {
    return texts.map((text) => {
      const counts = new Float32Array(26);
      for (const letter of text.toLowerCase()) {
        const place = letter.charCodeAt(0) - 97;
        if (place >= 0 && place < 26) counts[place] = (counts[place] ?? 0) + 1;
      }
      const length = Math.hypot(...counts) || 1;
      return counts.map((count) => count / length);
    });
  },
};
