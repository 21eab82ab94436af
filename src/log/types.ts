/** These schemas validate data from files, models and the network. */
import * as z from "zod/mini";

/**
 * The stages of CoopLLM §3.1. A call's role may differ: `plan` includes every continuation, even
 * while solving; `solve` is reading.
 */
export const stages = ["plan", "solve", "summarise"] as const;
export const stage = z.enum(stages);
export type Stage = z.infer<typeof stage>;

/** Display names; the ids are the paper's. */
export const stageWords = {
  plan: "plan",
  solve: "read",
  summarise: "conclude",
} as const satisfies Record<Stage, string>;

export const tier = z.enum(["small", "large"]);
export type Tier = z.infer<typeof tier>;

/** `decide` is CoopLLM's CallLaLM, for plan and summarise only. */
export const tierChoice = z.enum(["small", "large", "decide"]);
export type TierChoice = z.infer<typeof tierChoice>;

/** `off` answers directly (SlimPLM, RA-ISF, HomoRouter). */
export const planChoice = z.enum(["off", "small", "large", "decide"]);
export type PlanChoice = z.infer<typeof planChoice>;

export const purposes = [
  "decide",
  "plan",
  "continue",
  "rewrite",
  "digest",
  "read",
  "summarise",
  /** SlimPLM's â. */
  "proxy",
  /** SlimPLM's RJ, RA-ISF's M_know. */
  "judge",
  /** SlimPLM's QR. */
  "claims",
  /** RA-ISF's M_rel. */
  "relevance",
  /** RA-ISF's M_decom. */
  "decompose",
  "answer",
  /** A reasoning step in words. */
  "reason",
] as const;
export const purpose = z.enum(purposes);
export type Purpose = z.infer<typeof purpose>;

/** Locates a passage in a person's document. */
export const passagePlace = z.object({
  /** File name. */
  document: z.string(),
  /** The first page, from 1; PDF only. */
  page: z.optional(z.int()),
  /** Set if the passage ends on another page. */
  lastPage: z.optional(z.int()),
  /** The record or line, from 1; tables and JSONL only. */
  row: z.optional(z.int()),
  /** Characters of the document's text, `to` exclusive. */
  from: z.int(),
  to: z.int(),
});
export type PassagePlace = z.infer<typeof passagePlace>;

export const passage = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  /** Only passages of a person's documents have one. */
  place: z.optional(passagePlace),
});
export type Passage = z.infer<typeof passage>;

export const retrievalMode = z.enum(["bm25", "dense", "hybrid"]);
export type RetrievalMode = z.infer<typeof retrievalMode>;

/** The mode's own score: BM25, cosine, or rank-fusion sum. */
export const scoredPassage = z.extend(passage, {
  score: z.number(),
  bm25Rank: z.optional(z.int()),
  denseRank: z.optional(z.int()),
});
export type ScoredPassage = z.infer<typeof scoredPassage>;

/** Ordered as the encoder's `kind_logits`. */
export const readingKinds = ["span", "yes", "no", "none"] as const;
export const readingKind = z.enum(readingKinds);
export type ReadingKind = z.infer<typeof readingKind>;

/** `null` means *not reported*, not 0. */
export const usage = z.object({
  promptTokens: z.nullable(z.int()),
  cachedTokens: z.nullable(z.int()),
  generatedTokens: z.nullable(z.int()),
});
export type Usage = z.infer<typeof usage>;

/** US dollars per million tokens, when the run started. */
export const price = z.object({
  inputPerMillion: z.number(),
  outputPerMillion: z.number(),
  cachedInputPerMillion: z.nullable(z.number()),
  source: z.string(),
  asOf: z.string(),
  /** The person declared it free; a file cannot. */
  free: z.optional(z.boolean()),
});
export type Price = z.infer<typeof price>;

/** `estimated` uses our own token counts; `local` costs no money. */
export const moneyBasis = z.enum(["billed", "estimated", "local"]);
export type MoneyBasis = z.infer<typeof moneyBasis>;

/** `usd: null` is unknown: shown as "—", never as $0. */
export const money = z.object({ usd: z.nullable(z.number()), basis: moneyBasis });
export type Money = z.infer<typeof money>;

/** `trained` has our skills, `instruct` is any chat model, `base` only continues a text. */
export const profiles = ["trained", "instruct", "base"] as const;
export const profile = z.enum(profiles);
export type Profile = z.infer<typeof profile>;

export interface ModelRef {
  engine: string;
  model: string;
  tier: Tier;
  /** "device", or an origin. */
  destination: string;
  price: Price | null;
  /** Trained on the skills of `methods/skills.ts`. */
  skills?: boolean | undefined;
  /** Absent in logs that derived it from the role (`runtime/profile.ts`). */
  profile?: Profile | undefined;
}
/** Without the annotation, each event's declaration in the package would list all of it. */
export const modelRef: z.ZodMiniType<ModelRef> = z.object({
  engine: z.string(),
  model: z.string(),
  tier,
  destination: z.string(),
  price: z.nullable(price),
  skills: z.optional(z.boolean()),
  profile: z.optional(profile),
});

/** Public passages and results may be read by anyone. */
export const visibility = z.enum(["public", "private"]);
export type Visibility = z.infer<typeof visibility>;

/** These tools (HomoRouter §3) run on the device, others are services. */
export const localTools = ["none", "bm25", "dense", "hybrid"] as const;
export const toolRef = z.object({
  id: z.string(),
  title: z.string(),
  /** "device", or an origin. */
  destination: z.string(),
  /** US dollars per 1,000 requests, as entered; null if unknown. */
  usdPerThousand: z.nullable(z.number()),
  visibility,
});
export type ToolRef = z.infer<typeof toolRef>;

export const chatMessage = z.object({
  role: z.enum(["system", "user", "assistant"]),
  content: z.string(),
});
export type ChatMessage = z.infer<typeof chatMessage>;

/** CoopLLM Table 4, with Soft-prompt approximated; `claims` is SlimPLM's. */
export const rewriters = [
  "vanilla",
  "keyword",
  "top3",
  "history",
  "soft-prompt",
  "all",
  "claims",
] as const;
export const rewriter = z.enum(rewriters);
export type Rewriter = z.infer<typeof rewriter>;

/**
 * A branch begins with the first plan, feedback (SearChain), queries (SlimPLM), sub-questions
 * (RA-ISF), the next step, a person's correction, or the answer check.
 */
export const branchCause = z.enum([
  "plan",
  "correct",
  "complete",
  "claims",
  "decompose",
  "follow",
  "user",
  "check",
]);
export type BranchCause = z.infer<typeof branchCause>;

/** Every deviation that Algorithm 1 needs to run. On by default. */
export const switches = z.object({
  /** The printed algorithm never fills S and would repeat. */
  fillProcessedQueries: z.boolean(),
  /** As printed, "" is a substring of everything and verifies. */
  emptySpanGuard: z.boolean(),
  /** Stops if a chain repeats a query that was already completed. */
  repeatStop: z.boolean(),
  /** Rephrases a query without results once; only models with skills can. */
  correctUnsolved: z._default(z.boolean(), true),
});
export type Switches = z.infer<typeof switches>;

/** How the small tier reads: `encoder` is extractive, as in SearChain. */
export const readerChoices = ["encoder", "both", "model"] as const;
export const readerChoice = z.enum(readerChoices);

/** Stage A. */
export const gateSettings = z.object({
  /** `judge`: SlimPLM's RJ(x, â); `self-knowledge`: RA-ISF's M_know(x). */
  kind: z.enum(["off", "judge", "self-knowledge"]),
  /** This tier answers from memory and judges itself. */
  by: tier,
  /** The encoder's head gives a score, the model yes or no. */
  judge: z.enum(["encoder", "model"]),
  /** From this P(known) on nothing is looked up, in [0, 1]; ignored for a plain yes or no. */
  threshold: z.number(),
});

/** Stage E (HomoRouter). */
export const sourceSettings = z.object({
  choice: z.enum(["fixed", "best-predicted", "cost-saving"]),
  /** `library` uses `retrieval.mode`, `none` asks nothing; else a service's id. */
  tool: z.string(),
});

/** Stage F. */
export const filterSettings = z.object({
  /**
   * RA-ISF's M_rel judges per passage (Algorithm 1), or five in one prompt (Appendix G). `off`: all
   * count. `none`: nothing is searched (the paper's "No PRM").
   */
  kind: z.enum(["off", "per-passage", "batch", "none"]),
  by: z.enum(["encoder", "small", "large"]),
  /** From this P(relevant) on a passage counts, in [0, 1]; a plain yes is 1. */
  threshold: z.number(),
  /** SlimPLM's QF: known claims are not searched for. */
  claims: z.boolean(),
});

/** Stage G. */
export const fallbackSettings = z.object({
  /** RA-ISF's M_decom. */
  on: z.boolean(),
  by: tier,
  /** D_th: the question is at level 0; nothing is split at D_th. */
  maxDepth: z.int(),
  /** Ours: later sub-questions get earlier answers. */
  fillEarlier: z.boolean(),
});

/** Answers from passages without a chain (SlimPLM). */
export const answerSettings = z.object({
  form: z.enum(["short", "long"]),
  /** At most this many, in the prompt. */
  passages: z.int(),
  /** At most this many tokens of passages. */
  maxTokens: z.int(),
});

/**
 * The method's own settings. A log opens with any content; `MethodInfo.settings` has meaning and
 * bounds.
 */
export const ownSettings = z.record(
  z.string().check(z.regex(/^[a-z][A-Za-z0-9]{0,39}$/u)),
  z.union([z.number(), z.boolean(), z.string().check(z.maxLength(200))]),
);

export const runShape = z.enum(["chain", "tree", "single"]);
export type RunShape = z.infer<typeof runShape>;

/** One text per message; `methods/prompt-list.ts` has valid ids and placeholders. */
export const promptEdits = z.record(
  z.string(),
  z.array(z.string().check(z.maxLength(20_000))).check(z.maxLength(40)),
);
export type PromptEdits = z.infer<typeof promptEdits>;

/**
 * In list order, these may leave: all that stages need; findings, but no private text; only data
 * independent of both; nothing.
 */
export const privacyLevels = ["everything", "no-passages", "no-findings", "nothing"] as const;
export const privacyLevel = z.enum(privacyLevels);
export type PrivacyLevel = z.infer<typeof privacyLevel>;

export function stricter(a: PrivacyLevel, b: PrivacyLevel): PrivacyLevel {
  return privacyLevels.indexOf(a) > privacyLevels.indexOf(b) ? a : b;
}

export const withheld = z.object({
  /** The intended destination. */
  destination: z.string(),
  reason: z.enum(["nothing", "passages", "findings"]),
});
export type Withheld = z.infer<typeof withheld>;

/** Ours, in no paper: stages pass data on. An absent part is off. */
export const passOnSettings = z.object({
  /** The heuristic answer is proposed to the hop that asks the question, and checked. */
  answer: z.optional(z.boolean()),
  /** The heuristic answer's claims about a hop's subject are searched beside its query. */
  claims: z.optional(z.boolean()),
  /** P(relevant) weights the answers read in a passage. */
  relevance: z.optional(z.boolean()),
});
export type PassOnPart = keyof z.infer<typeof passOnSettings>;

export const runSettings = z.object({
  method: z.string(),
  gate: gateSettings,
  plan: planChoice,
  solve: tier,
  summarise: tierChoice,
  rewriter,
  rewriteBy: tier,
  source: sourceSettings,
  filter: filterSettings,
  fallback: fallbackSettings,
  answer: answerSettings,
  /** If absent, nothing is passed on. */
  passOn: z.optional(passOnSettings),
  /** The method's own settings, named after the first methods that had any. */
  rival: ownSettings,
  /** Logs have `encoder` only if it has the heads. */
  reader: readerChoice,
  /** Ours: retrieves more, keeps the most relevant. */
  rerank: z.boolean(),
  /**
   * Ours: the encoder reads the question over all evidence; without a plan the first step is looked
   * up, too.
   */
  evidence: z.boolean(),
  /** Above this, in [0, 1], the evidence reading replaces the small model's answer. */
  evidenceThreshold: z.number(),
  /** Ours: two found values are compared without a model. */
  arithmetic: z._default(z.boolean(), false),
  /** r_max bounds correction and completion rounds (SearChain: 5). */
  maxRounds: z.int(),
  /** Limits SearChain's H, in tokens; 0 gives only the accepted steps, as in earlier logs. */
  historyTokens: z._default(z.int(), 0),
  /** θ in [0, 1]: the reader overrules the model only above it. */
  confidenceThreshold: z.number(),
  /** Short answers are checked by substring, long ones by ROUGE-L above α. */
  answerForm: z.enum(["short", "long"]),
  /** α: ROUGE-L from which a long answer agrees with its passage (SearChain: 0.35). */
  rougeThreshold: z.number(),
  /** At this P("yes, I can"), in [0, 1], the small model works alone. */
  decisionThreshold: z.number(),
  /** Cosine from which queries are the same; replaces SearChain's Quora test. */
  duplicateThreshold: z.number(),
  retrieval: z.object({
    mode: retrievalMode,
    /** Passages read per hop; `top3` and `all` raise it to 3. */
    k: z.int(),
    rrfK: z.number(),
    bm25: z.object({ k1: z.number(), b: z.number() }),
  }),
  switches,
  /** If absent, prompts are as published. */
  prompts: z.optional(promptEdits),
  /** If absent, everything may leave. */
  privacy: z.optional(privacyLevel),
  /** Stages go to the large model only if worth the price. Absent: not considered. */
  worth: z.optional(
    z.object({
      /** US dollars per 1,000 questions, for one more right answer per hundred. */
      pointUsd: z.number(),
    }),
  ),
});
export type RunSettings = z.infer<typeof runSettings>;

/** A row in the project's JSONL schema. */
export const question = z.object({
  id: z.string(),
  question: z.string(),
  answers: z.array(z.string()),
  type: z.optional(z.string()),
  hops: z.optional(z.int()),
  supporting: z.optional(z.array(z.object({ id: z.optional(z.string()), title: z.string() }))),
  decomposition: z.optional(z.array(z.object({ question: z.string(), answer: z.string() }))),
});
