import { open } from "hopwise";

const passages = [
  { id: "ship", title: "Bluebell", text: "The Bluebell is a ship. It was built by Ada Lund." },
  { id: "builder", title: "Ada Lund", text: "Ada Lund was born in Bergen." },
];
/** How many words of the query a passage has. */
const shared = (query, { title, text }) =>
  query.split(/\W+/u).filter((word) => `${title} ${text}`.includes(word)).length;

const library = {
  library: { id: "ships", title: "Ships", edition: "1", passages: 2, visibility: "private" },
  async retrieve({ text, k }) {
    const scored = passages.map((passage) => ({ ...passage, score: shared(text, passage) }));
    return { passages: scored.sort((a, b) => b.score - a.score).slice(0, k), bytesSent: 0 };
  },
  async passage(id) {
    return passages.find((passage) => passage.id === id) ?? null;
  },
};

const hopwise = await open({ library });
console.log((await hopwise.ask("Who built the Bluebell?")).short);
await hopwise.close();
