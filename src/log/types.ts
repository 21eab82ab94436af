/** Domain types, as schemas, so that what comes from files, models and network can be checked. */
import * as z from "zod/mini";

/**
 * The three stages of CoopLLM (§3.1) a person can switch. Of a call it is the role: `plan` is the
 * first chain and every continuation of it, also in the midst of solving; `solve` is what reads
 * (rewrite, verify, complete, correct), `summarise` is the conclusion.
 */
export const stages = ["plan", "solve", "summarise"] as const;
export const stage = z.enum(stages);
export type Stage = z.infer<typeof stage>;

/** What people are told a stage is; the ids are the paper's own words, and those of every file. */
export const stageWords = {
  plan: "plan",
  solve: "read",
  summarise: "conclude",
} as const satisfies Record<Stage, string>;

export const tier = z.enum(["small", "large"]);
export type Tier = z.infer<typeof tier>;

/** Who does a stage. `decide`: the small model chooses (CoopLLM's CallLaLM), plan and summarise only. */
export const tierChoice = z.enum(["small", "large", "decide"]);
export type TierChoice = z.infer<typeof tierChoice>;

/** Who plans. `off`: nobody; the question is answered as it stands (SlimPLM, RA-ISF, HomoRouter). */
export const planChoice = z.enum(["off", "small", "large", "decide"]);
export type PlanChoice = z.infer<typeof planChoice>;

/** What a model call is for; several purposes make up one stage. */
export const purposes = [
  "decide",
  "plan",
  "continue",
  "rewrite",
  "digest",
  "read",
  "summarise",
  /** SlimPLM's heuristic answer â. */
  "proxy",
  /** Is it known? SlimPLM's RJ, RA-ISF's M_know, the like of baselines. */
  "judge",
  /** SlimPLM's QR: claims of the heuristic answer and queries for them. */
  "claims",
  /** RA-ISF's M_rel. */
  "relevance",
  /** RA-ISF's M_decom, and the sub-questions of baselines. */
  "decompose",
  /** An answer from memory or from passages. */
  "answer",
  /** A step of reasoning in words. */
  "reason",
] as const;
export const purpose = z.enum(purposes);
export type Purpose = z.infer<typeof purpose>;

/** Where a passage stands in a person's own document. */
export const passagePlace = z.object({
  /** The file's name. */
  document: z.string(),
  /** Of a PDF, counted from 1: the page on which the passage begins. */
  page: z.optional(z.int()),
  /** Where it ends, if that is another page. */
  lastPage: z.optional(z.int()),
  /** Of a table or a JSONL file, counted from 1: its record or line. */
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
  /** Absent where the library is not made of a person's documents. */
  place: z.optional(passagePlace),
});
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
  /** The person said that it costs nothing; a file cannot say it. */
  free: z.optional(z.boolean()),
});
export type Price = z.infer<typeof price>;

/** `billed`: from the provider's own token counts; `estimated`: from ours; `local`: no money. */
export const moneyBasis = z.enum(["billed", "estimated", "local"]);
export type MoneyBasis = z.infer<typeof moneyBasis>;

/** `usd: null` is an unknown cost. It is shown as "—", never as $0. */
export const money = z.object({ usd: z.nullable(z.number()), basis: moneyBasis });
export type Money = z.infer<typeof money>;

/**
 * What a model can be asked by. `trained`: our own skills; `instruct`: any chat model, in words and
 * worked examples; `base`: one that only goes on with what has been begun.
 */
export const profiles = ["trained", "instruct", "base"] as const;
export const profile = z.enum(profiles);
export type Profile = z.infer<typeof profile>;

export const modelRef = z.object({
  engine: z.string(),
  model: z.string(),
  tier,
  /** Where prompts go: "device", or the endpoint's origin. */
  destination: z.string(),
  price: z.nullable(price),
  /** Trained on the skills of `methods/skills.ts`; absent: it knows their prompts as little as any other model. */
  skills: z.optional(z.boolean()),
  /** Whose prompts it is asked by; absent in logs that went by the part it played (`runtime/profile.ts`). */
  profile: z.optional(profile),
});
export type ModelRef = z.infer<typeof modelRef>;

/** Whether anyone may read what is in it: a library's passages, what a service brings. */
export const visibility = z.enum(["public", "private"]);
export type Visibility = z.infer<typeof visibility>;

/**
 * A search tool (HomoRouter §3): `none`, `bm25`, `dense` and `hybrid` are on the device,
 * others are search services.
 */
export const localTools = ["none", "bm25", "dense", "hybrid"] as const;
export const toolRef = z.object({
  id: z.string(),
  title: z.string(),
  /** Where queries go: "device", or the service's origin. */
  destination: z.string(),
  /** US dollars per 1,000 requests as the person set it; 0 is free, null is unknown. */
  usdPerThousand: z.nullable(z.number()),
  visibility,
});
export type ToolRef = z.infer<typeof toolRef>;

export const chatMessage = z.object({
  role: z.enum(["system", "user", "assistant"]),
  content: z.string(),
});
export type ChatMessage = z.infer<typeof chatMessage>;

/**
 * CoopLLM Table 4, plus an approximation of Soft-prompt that is named as one; `claims` is
 * SlimPLM's, which makes several queries of one question.
 */
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
 * Why a branch of the tree began: the first plan, feedback at a node (SearChain), queries
 * for a heuristic answer (SlimPLM), sub-questions (RA-ISF), the next step of a method that
 * writes one at a time, a person's word on a step, or the answer check of a question that was looked
 * up as it stands.
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
export const readerChoices = ["encoder", "both", "model"] as const;
export const readerChoice = z.enum(readerChoices);

/** A. Is the answer known without looking anything up? */
export const gateSettings = z.object({
  /** `judge`: SlimPLM's RJ(x, â) on a heuristic answer; `self-knowledge`: RA-ISF's M_know(x). */
  kind: z.enum(["off", "judge", "self-knowledge"]),
  /** Who answers by heart and judges itself. */
  by: tier,
  /** Who judges the heuristic answer: the encoder's head, a score; or the model, yes or no. */
  judge: z.enum(["encoder", "model"]),
  /** P(known) above which nothing is looked up, in [0, 1]; a plain yes or no stands as it is. */
  threshold: z.number(),
});

/** E. Which tool is asked (HomoRouter). */
export const sourceSettings = z.object({
  choice: z.enum(["fixed", "best-predicted", "cost-saving"]),
  /** The fixed one: `library` is the library by `retrieval.mode`, `none` asks nothing, else a service's id. */
  tool: z.string(),
});

/** F. Which passages count. */
export const filterSettings = z.object({
  /**
   * RA-ISF's M_rel: one verdict a passage (Algorithm 1), or five in one prompt (Appendix G).
   * `off`: all count. `none`: none would, so nothing is searched and the question goes
   * straight to its parts (the paper's "No PRM").
   */
  kind: z.enum(["off", "per-passage", "batch", "none"]),
  by: z.enum(["encoder", "small", "large"]),
  /** P(relevant) from which a passage counts, in [0, 1]; a plain yes is 1. */
  threshold: z.number(),
  /** SlimPLM's claim filter (QF): claims that are known are not searched for. */
  claims: z.boolean(),
});

/** G. What happens when no passage helps. */
export const fallbackSettings = z.object({
  /** RA-ISF's M_decom: the question is split and its parts are answered likewise. */
  on: z.boolean(),
  by: tier,
  /** D_th: the question is at level 0, its sub-questions at 1; at D_th nothing is split any more. */
  maxDepth: z.int(),
  /** Ours, not the paper's: a later sub-question is told the answers of the earlier ones. */
  fillEarlier: z.boolean(),
});

/** How an answer from passages is asked for, where no chain is walked (SlimPLM). */
export const answerSettings = z.object({
  form: z.enum(["short", "long"]),
  /** Most passages in the prompt. */
  passages: z.int(),
  /** Most tokens of passages in the prompt. */
  maxTokens: z.int(),
});

/**
 * What only the run's own method has, by name. A log opens whatever stands here; what a name
 * means, and its bounds, the method's definition says (`MethodInfo.settings`).
 */
export const ownSettings = z.record(
  z.string().check(z.regex(/^[a-z][A-Za-z0-9]{0,39}$/u)),
  z.union([z.number(), z.boolean(), z.string().check(z.maxLength(200))]),
);

/** A run's form: steps that follow one another, steps that branch, or the question alone. */
export const runShape = z.enum(["chain", "tree", "single"]);
export type RunShape = z.infer<typeof runShape>;

/**
 * The texts of the prompts that a person changed, by the prompt's id: one for each of its
 * messages. Which ids there are and what must stay in them, `methods/prompt-list.ts` tells.
 */
export const promptEdits = z.record(
  z.string(),
  z.array(z.string().check(z.maxLength(20_000))).check(z.maxLength(40)),
);
export type PromptEdits = z.infer<typeof promptEdits>;

/**
 * What of a run may leave the device, in the order of the list: everything its stages need; no text
 * of a person's own documents, though findings from them may; only what owes nothing to them; nothing.
 */
export const privacyLevels = ["everything", "no-passages", "no-findings", "nothing"] as const;
export const privacyLevel = z.enum(privacyLevels);
export type PrivacyLevel = z.infer<typeof privacyLevel>;

/** The one that lets less leave. */
export function stricter(a: PrivacyLevel, b: PrivacyLevel): PrivacyLevel {
  return privacyLevels.indexOf(a) > privacyLevels.indexOf(b) ? a : b;
}

/** Something that was done on the device, because it was not to go where it should have gone. */
export const withheld = z.object({
  /** Where it would have gone. */
  destination: z.string(),
  reason: z.enum(["nothing", "passages", "findings"]),
});
export type Withheld = z.infer<typeof withheld>;

/**
 * What one stage hands on to the next, ours and no paper's: each part is off where it is absent, as
 * in every paper's method.
 */
export const passOnSettings = z.object({
  /** The gate's heuristic answer is proposed to the hop that asks what the question asks, and checked there. */
  answer: z.optional(z.boolean()),
  /** What the heuristic answer claims of a hop's subject is searched for beside the hop's own query. */
  claims: z.optional(z.boolean()),
  /** P(relevant) of a passage by the filter weighs what is read in it against what others say. */
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
  /** Absent: nothing is handed on. */
  passOn: z.optional(passOnSettings),
  /** The method's own; named after the first methods that had any. */
  rival: ownSettings,
  /** As a log has it, resolved: `encoder` only where the encoder has the heads for it. */
  reader: readerChoice,
  /** Ours, not the paper's: retrieve more passages than are read, and keep the most relevant. */
  rerank: z.boolean(),
  /**
   * Ours, not the papers': the encoder reads the question itself over all evidence of the path; where
   * there is no plan, the question's first step is looked up as well.
   */
  evidence: z.boolean(),
  /** The evidence reading replaces the small model's answer above this confidence, in [0, 1]. */
  evidenceThreshold: z.number(),
  /** Ours, not the paper's: where two found values decide the question, they are compared, and no model is asked. */
  arithmetic: z._default(z.boolean(), false),
  /** r_max: most correction and completion rounds (SearChain: 5). */
  maxRounds: z.int(),
  /**
   * SearChain's H: most tokens of earlier chains and feedback that a chat model which goes on with
   * its chain is told; 0 asks it anew, with the steps that count. Earlier logs were asked anew.
   */
  historyTokens: z._default(z.int(), 0),
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
  /** Absent: every prompt is as it is published. */
  prompts: z.optional(promptEdits),
  /** Absent: everything may leave that the stages need. */
  privacy: z.optional(privacyLevel),
  /**
   * Where it pays: the run is made by these settings first, then its stages are given to the large
   * model where that is expected to be worth the price. Absent: nobody asks.
   */
  worth: z.optional(
    z.object({
      /** What one more right answer in a hundred may cost: US dollars per 1,000 questions. */
      pointUsd: z.number(),
    }),
  ),
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
