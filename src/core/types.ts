/** Domain types, as schemas, so that what comes from files, models and network can be checked. */
import * as z from "zod/mini";

/** The three stages of CoopLLM (§3.1) a person can switch. */
export const stages = ["plan", "solve", "summarise"] as const;
export const stage = z.enum(stages);
export type Stage = z.infer<typeof stage>;

export const tier = z.enum(["small", "large"]);
export type Tier = z.infer<typeof tier>;

/** Who does a stage. `decide`: the small model chooses (CoopLLM's CallLaLM), plan and summarise only. */
export const tierChoice = z.enum(["small", "large", "decide"]);
export type TierChoice = z.infer<typeof tierChoice>;

/** What a model call is for; several purposes make up one stage. */
export const purposes = [
  "decide",
  "plan",
  "continue",
  "rewrite",
  "digest",
  "read",
  "summarise",
] as const;
export const purpose = z.enum(purposes);
export type Purpose = z.infer<typeof purpose>;

export const passage = z.object({ id: z.string(), title: z.string(), text: z.string() });
export type Passage = z.infer<typeof passage>;

export const retrievalMode = z.enum(["bm25", "dense", "hybrid"]);
export type RetrievalMode = z.infer<typeof retrievalMode>;

/** `score` is the mode's own: BM25 score, cosine, or reciprocal-rank-fusion sum. */
export const scoredPassage = z.extend(passage, {
  score: z.number(),
  bm25Rank: z.optional(z.int()),
  denseRank: z.optional(z.int()),
});
export type ScoredPassage = z.infer<typeof scoredPassage>;

/** What a reader finds in a passage; the order is that of the encoder's `kind_logits`. */
export const readingKinds = ["span", "yes", "no", "none"] as const;
export const readingKind = z.enum(readingKinds);
export type ReadingKind = z.infer<typeof readingKind>;

/** Tokens of one call. `null` means *not told*, which is not 0. */
export const usage = z.object({
  promptTokens: z.nullable(z.int()),
  cachedTokens: z.nullable(z.int()),
  generatedTokens: z.nullable(z.int()),
});
export type Usage = z.infer<typeof usage>;

/** US dollars per million tokens, as they were when the run started. */
export const price = z.object({
  inputPerMillion: z.number(),
  outputPerMillion: z.number(),
  cachedInputPerMillion: z.nullable(z.number()),
  source: z.string(),
  asOf: z.string(),
});
export type Price = z.infer<typeof price>;

/** `billed`: from the provider's own token counts; `estimated`: from ours; `local`: no money. */
export const moneyBasis = z.enum(["billed", "estimated", "local"]);
export type MoneyBasis = z.infer<typeof moneyBasis>;

/** `usd: null` is an unknown cost. It is shown as "—", never as $0. */
export const money = z.object({ usd: z.nullable(z.number()), basis: moneyBasis });
export type Money = z.infer<typeof money>;

export const modelRef = z.object({
  engine: z.string(),
  model: z.string(),
  tier,
  /** Where prompts go: "device", or the endpoint's origin. */
  destination: z.string(),
  price: z.nullable(price),
  /** Trained on the skills of `methods/skills.ts`; absent: it knows their prompts as little as any other model. */
  skills: z.optional(z.boolean()),
});
export type ModelRef = z.infer<typeof modelRef>;

export const chatMessage = z.object({
  role: z.enum(["system", "user", "assistant"]),
  content: z.string(),
});
export type ChatMessage = z.infer<typeof chatMessage>;

/** CoopLLM Table 4, plus an approximation of Soft-prompt that is named as one. */
export const rewriters = ["vanilla", "keyword", "top3", "history", "soft-prompt", "all"] as const;
export const rewriter = z.enum(rewriters);
export type Rewriter = z.infer<typeof rewriter>;

/** Why a branch of the tree began (SearChain): the first plan, or feedback at a node. */
export const branchCause = z.enum(["plan", "correct", "complete"]);
export type BranchCause = z.infer<typeof branchCause>;

/** Every deviation that makes Algorithm 1 run, by name. All on by default. */
export const switches = z.object({
  /** Add each walked query to S; the printed algorithm never fills S and would repeat. */
  fillProcessedQueries: z.boolean(),
  /** An empty reader span is "no answer"; printed, "" is a substring of everything and verifies. */
  emptySpanGuard: z.boolean(),
  /** Stop when a new chain repeats an unsolved query that was already completed. */
  repeatStop: z.boolean(),
  /** A query of which nothing was found is asked otherwise, once; only models with skills can. */
  correctUnsolved: z._default(z.boolean(), true),
});
export type Switches = z.infer<typeof switches>;

/**
 * Who reads the passages while the small tier solves: the encoder's extractive head, which is
 * SearChain's own kind of reader, or the small language model.
 */
export const readerChoices = ["encoder", "model"] as const;
export const readerChoice = z.enum(readerChoices);
export type ReaderChoice = z.infer<typeof readerChoice>;

export const runSettings = z.object({
  method: z.string(),
  plan: tierChoice,
  solve: tier,
  summarise: tierChoice,
  rewriter,
  /** As a log has it, resolved: `encoder` only where the encoder has the heads for it. */
  reader: readerChoice,
  /** Ours, not the paper's: retrieve more passages than are read, and keep the most relevant. */
  rerank: z.boolean(),
  /** Ours, not the paper's: the encoder reads the question itself over all evidence of the path. */
  evidence: z.boolean(),
  /** The evidence reading replaces the small model's answer above this confidence, in [0, 1]. */
  evidenceThreshold: z.number(),
  /** r_max: most correction and completion rounds (SearChain: 5). */
  maxRounds: z.int(),
  /** θ: the reader's word counts against the model's only above this confidence, in [0, 1]. */
  confidenceThreshold: z.number(),
  /** How an answer is checked: substring for short ones, ROUGE-L above α for long ones. */
  answerForm: z.enum(["short", "long"]),
  /** α: ROUGE-L from which a long answer agrees with its passage (SearChain: 0.35). */
  rougeThreshold: z.number(),
  /** The small model goes alone when its probability of "yes, I can" reaches this, in [0, 1]. */
  decisionThreshold: z.number(),
  /** Cosine from which two queries are the same (SearChain's Quora test, replaced). */
  duplicateThreshold: z.number(),
  retrieval: z.object({
    mode: retrievalMode,
    /** Passages the reader sees a hop; `top3` and `all` raise it to 3. */
    k: z.int(),
    rrfK: z.number(),
    bm25: z.object({ k1: z.number(), b: z.number() }),
  }),
  switches,
});
export type RunSettings = z.infer<typeof runSettings>;

/** One row of a question set, in the project's JSONL schema. */
export const question = z.object({
  id: z.string(),
  question: z.string(),
  answers: z.array(z.string()),
  type: z.optional(z.string()),
  hops: z.optional(z.int()),
  supporting: z.optional(z.array(z.object({ id: z.optional(z.string()), title: z.string() }))),
  decomposition: z.optional(z.array(z.object({ question: z.string(), answer: z.string() }))),
});
