/** Every public name of the package `hopwise`; docs/outside.md explains them. */
export { AppError, type ErrorCode, type ErrorData } from "../log/errors.ts";
export type { RunEvent, RunEventOf } from "../log/events.ts";
export { openRunFile, writeRunFile } from "../log/file.ts";
export type { ModelRef, Passage, Price, RunSettings, ScoredPassage } from "../log/types.ts";
export type { MethodDefinition, MethodInfo } from "../runtime/method.ts";
export type {
  ChatDelta,
  ChatEnd,
  ChatModel,
  ChatPart,
  ChatRequest,
  Embedder,
  LibraryRef,
  PassageReader,
  Retrieval,
  RetrievalQuery,
  Retriever,
  SearchTool,
  StopSignal,
} from "../runtime/ports.ts";
export type { Asked } from "./asked.ts";
export { type Hopwise, type LeftOut, open, type SearchOptions } from "./hopwise.ts";
export type { AskOptions, OpenOptions, OwnEncoder, Turn } from "./options.ts";
export type { CitedPassage, Cost, Result, Spent } from "./result.ts";
export { type ModelServer, openAICompatible, type ServerOptions } from "./server.ts";
