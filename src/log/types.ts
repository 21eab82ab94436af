/** Domain types as schemas, to validate data from files, models and the network. */
import * as z from "zod/mini";

/**
 * The three stages of CoopLLM (§3.1) a person can switch. For a call it is the role: `plan` is the
 * first chain and every continuation, even while solving; `solve` is reading (rewrite, verify,
 * complete, correct), `summarise` the conclusion.
 */
export const stages = ["plan", "solve", "summarise"] as const;
export const stage = z.enum(stages);
export type Stage = z.infer<typeof stage>;

/** Display names of the stages; the ids are the paper's and are used in files. */
export const stageWords = {
  plan: "plan",
  solve: "read",
  summarise: "conclude",
} as const satisfies Record<Stage, string>;

export const tier = z.enum(["small", "large"]);
export type Tier = z.infer<typeof tier>;

/** `decide`: the small model chooses (CoopLLM's CallLaLM), plan and summarise only. */
export const tierChoice = z.enum(["small", "large", "decide"]);
export type TierChoice = z.infer<typeof tierChoice>;

/** `off`: no plan; the question is answered directly (SlimPLM, RA-ISF, HomoRouter). */
export const planChoice = z.enum(["off", "small", "large", "decide"]);
export type PlanChoice = z.infer<typeof planChoice>;

/** The purpose of a model call; a stage has several. */
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
  /** Is it known? SlimPLM's RJ, RA-ISF's M_know, and similar prompts of baselines. */
  "judge",
  /** SlimPLM's QR: claims of the heuristic answer and queries for them. */
  "claims",
  /** RA-ISF's M_rel. */
  "relevance",
  /** RA-ISF's M_decom, and the sub-questions of baselines. */
  "decompose",
  "answer",
  /** A step of reasoning in words. */
  "reason",
] as const;
export const purpose = z.enum(purposes);
export type Purpose = z.infer<typeof purpose>;

/** Location of a passage in a person's document. */
export const passagePlace = z.object({
  /** File name. */
  document: z.string(),
  /** PDF only: the page on which the passage begins, from 1. */
  page: z.optional(z.int()),
  /** The page on which it ends, if that is another. */
  lastPage: z.optional(z.int()),
  /** Tables and JSONL only: the record or line, from 1. */
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
  /** Only in libraries of a person's documents. */
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

/** In the order of the encoder's `kind_logits`. */
export const readingKinds = ["span", "yes", "no", "none"] as const;
export const readingKind = z.enum(readingKinds);
export type ReadingKind = z.infer<typeof readingKind>;

/** Tokens of one call. `null` means *not reported*, which is not 0. */
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
  /** The person declared it free of charge; a file cannot. */
  free: z.optional(z.boolean()),
});
export type Price = z.infer<typeof price>;

/** `billed`: from the provider's token counts; `estimated`: from ours; `local`: no money. */
export const moneyBasis = z.enum(["billed", "estimated", "local"]);
export type MoneyBasis = z.infer<typeof moneyBasis>;

/** `usd: null` is an unknown cost. It is shown as "—", never as $0. */
export const money = z.object({ usd: z.nullable(z.number()), basis: moneyBasis });
export type Money = z.infer<typeof money>;

/**
 * The prompt style of a model. `trained`: our own skills; `instruct`: any chat model, with
 * instructions and worked examples; `base`: a model that only continues a text.
 */
export const profiles = ["trained", "instruct", "base"] as const;
export const profile = z.enum(profiles);
export type Profile = z.infer<typeof profile>;

export const modelRef = z.object({
  engine: z.string(),
  model: z.string(),
  tier,
  /** "device", or the endpoint's origin. */
  destination: z.string(),
  price: z.nullable(price),
  /** Trained on the skills of `methods/skills.ts`. */
  skills: z.optional(z.boolean()),
  /** Absent in logs that derived it from the model's role (`runtime/profile.ts`). */
  profile: z.optional(profile),
});
export type ModelRef = z.infer<typeof modelRef>;

/** Whether anyone may read a library's passages or a service's results. */
export const visibility = z.enum(["public", "private"]);
export type Visibility = z.infer<typeof visibility>;

/**
 * A search tool (HomoRouter §3): `none`, `bm25`, `dense` and `hybrid` run on the device, others are
 * search services.
 */
export const localTools = ["none", "bm25", "dense", "hybrid"] as const;
export const toolRef = z.object({
  id: z.string(),
  title: z.string(),
  /** "device", or the service's origin. */
  destination: z.string(),
  /** US dollars per 1,000 requests as entered by the person; 0 is free, null is unknown. */
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
 * CoopLLM Table 4, plus an approximation of Soft-prompt that is labelled as one; `claims` is
 * SlimPLM's, which makes several queries from one question.
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
 * Why a branch began: the first plan, feedback at a node (SearChain), queries for a heuristic
 * answer (SlimPLM), sub-questions (RA-ISF), the next step of a method that writes one at a time, a
 * person's correction, or the answer check of a question searched without a plan.
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

/** Every deviation needed to make Algorithm 1 run, by name. All on by default. */
export const switches = z.object({
  /** Add each walked query to S; the printed algorithm never fills S and would repeat. */
  fillProcessedQueries: z.boolean(),
  /**
   * An empty reader span is "no answer"; as printed, "" is a substring of everything and verifies.
   */
  emptySpanGuard: z.boolean(),
  /** Stop when a new chain repeats an unsolved query that was already completed. */
  repeatStop: z.boolean(),
  /** Rephrase a query without results, once; only models with skills can. */
  correctUnsolved: z._default(z.boolean(), true),
});
export type Switches = z.infer<typeof switches>;

/**
 * Which reader the small tier uses: the encoder's extractive head, as in SearChain, or the small
 * language model.
 */
export const readerChoices = ["encoder", "both", "model"] as const;
export const readerChoice = z.enum(readerChoices);

/** A. Is the answer known without looking anything up? */
export const gateSettings = z.object({
  /** `judge`: SlimPLM's RJ(x, â) on a heuristic answer; `self-knowledge`: RA-ISF's M_know(x). */
  kind: z.enum(["off", "judge", "self-knowledge"]),
  /** The tier that answers from memory and judges itself. */
  by: tier,
  /** Judges the heuristic answer: the encoder's head (a score) or the model (yes or no). */
  judge: z.enum(["encoder", "model"]),
  /** P(known) above which nothing is looked up, in [0, 1]; ignored for a plain yes or no. */
  threshold: z.number(),
});

/** E. Which tool is asked (HomoRouter). */
export const sourceSettings = z.object({
  choice: z.enum(["fixed", "best-predicted", "cost-saving"]),
  /** The fixed tool: `library` uses `retrieval.mode`, `none` asks nothing, else a service's id. */
  tool: z.string(),
});

/** F. Which passages count. */
export const filterSettings = z.object({
  /**
   * RA-ISF's M_rel: one verdict per passage (Algorithm 1), or five in one prompt (Appendix G).
   * `off`: all count. `none`: none would, so nothing is searched and the question goes straight to
   * its parts (the paper's "No PRM").
   */
  kind: z.enum(["off", "per-passage", "batch", "none"]),
  by: z.enum(["encoder", "small", "large"]),
  /** P(relevant) from which a passage counts, in [0, 1]; a plain yes is 1. */
  threshold: z.number(),
  /** SlimPLM's claim filter (QF): known claims are not searched for. */
  claims: z.boolean(),
});

/** G. What happens when no passage helps. */
export const fallbackSettings = z.object({
  /** RA-ISF's M_decom: the question is split and its parts are answered the same way. */
  on: z.boolean(),
  by: tier,
  /** D_th: the question is at level 0, its sub-questions at 1; at D_th nothing is split further. */
  maxDepth: z.int(),
  /** Ours, not the paper's: later sub-questions are given earlier answers. */
  fillEarlier: z.boolean(),
});

/** The form of an answer from passages without a chain (SlimPLM). */
export const answerSettings = z.object({
  form: z.enum(["short", "long"]),
  /** Maximum number of passages in the prompt. */
  passages: z.int(),
  /** Maximum tokens of passages in the prompt. */
  maxTokens: z.int(),
});

/**
 * Settings of the run's own method, by name. A log opens with any content here; meaning and bounds
 * are in the method's definition (`MethodInfo.settings`).
 */
export const ownSettings = z.record(
  z.string().check(z.regex(/^[a-z][A-Za-z0-9]{0,39}$/u)),
  z.union([z.number(), z.boolean(), z.string().check(z.maxLength(200))]),
);

/** Sequential steps, branching steps, or the question alone. */
export const runShape = z.enum(["chain", "tree", "single"]);
export type RunShape = z.infer<typeof runShape>;

/**
 * Prompt texts a person changed, by prompt id: one per message. `methods/prompt-list.ts` has the
 * valid ids and required placeholders.
 */
export const promptEdits = z.record(
  z.string(),
  z.array(z.string().check(z.maxLength(20_000))).check(z.maxLength(40)),
);
export type PromptEdits = z.infer<typeof promptEdits>;

/**
 * Which data may leave the device, in list order: everything the stages need; no text of private
 * documents, but findings from them; only data that does not depend on them; nothing.
 */
export const privacyLevels = ["everything", "no-passages", "no-findings", "nothing"] as const;
export const privacyLevel = z.enum(privacyLevels);
export type PrivacyLevel = z.infer<typeof privacyLevel>;

export function stricter(a: PrivacyLevel, b: PrivacyLevel): PrivacyLevel {
  return privacyLevels.indexOf(a) > privacyLevels.indexOf(b) ? a : b;
}

/** Something was done on the device because privacy forbade sending it. */
export const withheld = z.object({
  /** The intended destination. */
  destination: z.string(),
  reason: z.enum(["nothing", "passages", "findings"]),
});
export type Withheld = z.infer<typeof withheld>;

/**
 * Data that one stage passes on to the next (our addition, in no paper). An absent part is off, as
 * in every paper's method.
 */
export const passOnSettings = z.object({
  /**
   * Proposes the gate's heuristic answer to the hop that asks the same as the question, where it is
   * checked.
   */
  answer: z.optional(z.boolean()),
  /**
   * Searches for the heuristic answer's claims about a hop's subject beside the hop's own query.
   */
  claims: z.optional(z.boolean()),
  /** The filter's P(relevant) of a passage weights the answers read in it. */
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
  /** Absent: nothing is passed on. */
  passOn: z.optional(passOnSettings),
  /** The method's own; named after the first methods that had any. */
  rival: ownSettings,
  /** Resolved in logs: `encoder` only if the encoder has the heads for it. */
  reader: readerChoice,
  /** Ours, not the paper's: retrieve more passages than are read, and keep the most relevant. */
  rerank: z.boolean(),
  /**
   * Ours, not the papers': the encoder reads the question itself over all evidence of the path;
   * without a plan, the question's first step is looked up as well.
   */
  evidence: z.boolean(),
  /** The evidence reading replaces the small model's answer above this confidence, in [0, 1]. */
  evidenceThreshold: z.number(),
  /**
   * Ours, not the paper's: compares two found values that decide the question without asking a
   * model.
   */
  arithmetic: z._default(z.boolean(), false),
  /** r_max: maximum correction and completion rounds (SearChain: 5). */
  maxRounds: z.int(),
  /**
   * SearChain's H: maximum tokens of earlier chains and feedback given to a chat model that
   * continues its chain; 0 asks it again with only the accepted steps, as in earlier logs.
   */
  historyTokens: z._default(z.int(), 0),
  /** θ: the reader overrules the model only above this confidence, in [0, 1]. */
  confidenceThreshold: z.number(),
  /** How an answer is checked: substring for short ones, ROUGE-L above α for long ones. */
  answerForm: z.enum(["short", "long"]),
  /** α: ROUGE-L from which a long answer agrees with its passage (SearChain: 0.35). */
  rougeThreshold: z.number(),
  /** The small model works alone if its probability of "yes, I can" reaches this, in [0, 1]. */
  decisionThreshold: z.number(),
  /** Cosine from which two queries are the same (replaces SearChain's Quora test). */
  duplicateThreshold: z.number(),
  retrieval: z.object({
    mode: retrievalMode,
    /** Passages the reader sees per hop; `top3` and `all` raise it to 3. */
    k: z.int(),
    rrfK: z.number(),
    bm25: z.object({ k1: z.number(), b: z.number() }),
  }),
  switches,
  /** Absent: every prompt is as published. */
  prompts: z.optional(promptEdits),
  /** Absent: everything the stages need may leave. */
  privacy: z.optional(privacyLevel),
  /**
   * Where it pays: the run uses these settings first; then stages are given to the large model if
   * that is expected to be worth the price. Absent: not considered.
   */
  worth: z.optional(
    z.object({
      /** Acceptable price of one more right answer per hundred: US dollars per 1,000 questions. */
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
