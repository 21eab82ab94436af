import { describe, expect, it } from "vitest";
import { term, tokenise } from "../language/english/tokenise.ts";
import { AppError } from "../log/errors.ts";
import type { Passage } from "../log/types.ts";
import type { RetrievalQuery } from "../runtime/ports.ts";
import { letterEmbedder } from "../testing/retrieval/letter-embedder.ts";
import { buildBm25 } from "./bm25.ts";
import { quantise, searchDense } from "./dense.ts";
import { fuse } from "./fuse.ts";
import { createRetriever } from "./retriever.ts";

const terms = (text: string) => tokenise(text).map(term).filter(Boolean);

describe("tokenise", () => {
  it.each([
    ["Côte d'Ivoire", "Cote d'Ivoire"],
    ["São Tomé and Príncipe", "Sao Tome Principe"],
    ["Estonia's languages", "Estonia language"],
    ["Łódź, Ærø, straße", "lodz aero strasse"],
    ["45,228 sq km", "45228 sq km"],
    ["the countries", "country"],
  ])("%s is found by %s", (written, asked) => {
    expect(terms(written)).toEqual(terms(asked));
  });

  it("keeps scripts other than Latin, and makes nothing of punctuation", () => {
    expect(terms("Ελλάδα 日本 مصر")).toEqual(["ελλαδα", "日本", "مصر"]);
    expect(terms("?! — …")).toEqual([]);
  });
});

describe("dense search", () => {
  const unit = (angle: number) => new Float32Array([Math.cos(angle), Math.sin(angle)]);
  const vectors = quantise([unit(0), unit(1), unit(2), unit(3)]);

  it("ranks by cosine, which quantising hardly changes", () => {
    const hits = searchDense(vectors, unit(0.9), 3);
    expect(hits.map((hit) => hit.index)).toEqual([1, 0, 2]);
    expect(hits[0]?.score).toBeCloseTo(Math.cos(0.1), 1);
  });

  it("refuses a query vector of another encoder", () => {
    expect(() => searchDense(vectors, new Float32Array(3), 1)).toThrow(RangeError);
  });
});

describe("fuse", () => {
  it("sums reciprocal ranks and remembers both", () => {
    const fused = fuse([hit(7), hit(8)], [hit(8), hit(9)], 60);
    expect(fused.map((f) => f.index)).toEqual([8, 7, 9]);
    expect(fused[0]).toEqual({ index: 8, score: 1 / 62 + 1 / 61, bm25Rank: 2, denseRank: 1 });
    expect(fused[2]).toEqual({ index: 9, score: 1 / 62, denseRank: 2 });
  });
});

describe("retriever", () => {
  const passages: Passage[] = [
    {
      id: "iv",
      title: "Cote d'Ivoire: capital",
      text: "The capital of Cote d'Ivoire is Yamoussoukro.",
    },
    { id: "en", title: "Estonia: capital", text: "The capital of Estonia is Tallinn." },
    { id: "fi", title: "Finland: capital", text: "The capital of Finland is Helsinki." },
  ];
  const library = {
    id: "t",
    title: "Test",
    edition: "1",
    passages: passages.length,
    visibility: "private" as const,
  };
  const idle = new AbortController().signal;
  const query = (text: string, mode: RetrievalQuery["mode"]): RetrievalQuery => ({
    text,
    mode,
    k: 2,
    rrfK: 60,
    bm25: { k1: 1.2, b: 0.75 },
  });
  const open = async (ready: boolean, namesFirst?: boolean) => {
    const vectors = quantise(
      await letterEmbedder.embed(
        passages.map((p) => p.text),
        idle,
      ),
    );
    const dense = { vectors, embedder: letterEmbedder };
    const bm25 = await buildBm25(passages);
    return createRetriever({
      library,
      namesFirst,
      passages,
      bm25,
      dense: () => (ready ? dense : null),
    });
  };

  it("puts the passages with the query's names first only where the library's manifest asks", async () => {
    const asked = { ...query("capital yamoussoukro ivoire, not Finland", "hybrid"), k: 3 };
    const order = async (namesFirst?: boolean) => {
      const retriever = await open(true, namesFirst);
      const { passages: found } = await retriever.retrieve(asked, idle);
      return found;
    };
    const plain = await order();
    const scores = plain.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(await order(false)).toEqual(plain);
    expect((await order(true))[0]?.id).toBe("fi");
    expect(plain[0]?.id).not.toBe("fi");
  });

  it("finds by words, whatever the diacritics", async () => {
    const retriever = await open(false);
    const { passages: found } = await retriever.retrieve(
      query("capital of Côte d’Ivoire", "bm25"),
      idle,
    );
    expect(found.map((p) => p.id)).toEqual(["iv", "en"]);
    expect(found[0]).toMatchObject({ bm25Rank: 1, title: "Cote d'Ivoire: capital" });
  });

  it("fuses words and meaning when vectors are there", async () => {
    const { passages: found } = await (await open(true)).retrieve(
      query("Helsinki", "hybrid"),
      idle,
    );
    expect(found[0]).toMatchObject({ id: "fi", bm25Rank: 1, denseRank: 1, score: 2 / 61 });
  });

  it("degrades hybrid to words and refuses dense while there are no vectors", async () => {
    const retriever = await open(false);
    const { passages: found } = await retriever.retrieve(query("Helsinki", "hybrid"), idle);
    expect(found.map((p) => [p.id, p.denseRank])).toEqual([["fi", undefined]]);
    const refused = retriever.retrieve(query("Helsinki", "dense"), idle);
    await expect(refused).rejects.toMatchObject({ code: "retrieval-failed" });
  });

  it("finds nothing for a query without words", async () => {
    expect(await (await open(false)).retrieve(query("?!", "bm25"), idle)).toEqual({
      passages: [],
      bytesSent: 0,
    });
  });

  it("gives a passage by id, and stops when told to", async () => {
    const retriever = await open(false);
    expect(await retriever.passage("en")).toEqual(passages[1]);
    expect(await retriever.passage("xx")).toBeNull();
    await expect(retriever.retrieve(query("x", "bm25"), AbortSignal.abort())).rejects.toThrow(
      AppError,
    );
  });
});

function hit(index: number) {
  return { index, score: 0 };
}
