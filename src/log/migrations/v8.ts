/** Before version 9 the name decided whether a library or service was private. */
import * as z from "zod/mini";
import { anyEvent, eachOf, withFields } from "./fields.ts";

interface OldLibrary {
  id: string;
  /** Declared public by the person. */
  public?: boolean | undefined;
}

/** The public libraries of that time, whatever `runtime/privacy` does today. */
const publicIds = /^(?:factbook$|context:)/u;
const paragraphs = /^context:(.*)$/su;
const publicOrigins =
  /^https:\/\/(?:[a-z0-9-]+\.)*(?:wikipedia\.org|googleapis\.com|search\.brave\.com)(?::\d+)?$/u;

export function libraryVisibility(library: OldLibrary): "public" | "private" {
  return library.public === true || publicIds.test(library.id) ? "public" : "private";
}

function questionOf({ id }: OldLibrary): string | null {
  return paragraphs.exec(id)?.[1] ?? null;
}

function toolVisibility(tool: { destination: string }): "public" | "private" {
  return publicOrigins.test(tool.destination) ? "public" : "private";
}

export function fromVersion8(value: unknown): unknown {
  const parsed = anyEvent.safeParse(value);
  if (!parsed.success) return value;
  const event = parsed.data;
  switch (event.type) {
    case "run-start":
      return { ...event, version: 9, library: withVisibleLibrary(event["library"]) };
    case "run-resume":
      return {
        ...event,
        library: withVisibleLibrary(event["library"]),
        dropped: eachOf(event["dropped"], withVisibleTool),
      };
    case "source":
      return {
        ...withVisibleTool(event),
        predicted: eachOf(event["predicted"], withVisibleTool),
      };
    case "retrieval":
    case "tool-failure":
      return withVisibleTool(event);
    default:
      return event;
  }
}

const oldLibrary = z.object({ id: z.string(), public: z.optional(z.boolean()) });
const oldTool = z.object({ destination: z.string() });

function withVisibleLibrary(value: unknown): unknown {
  const library = oldLibrary.safeParse(value);
  if (!library.success) return value;
  const question = questionOf(library.data);
  return withFields(value, {
    visibility: libraryVisibility(library.data),
    ...(question === null ? {} : { question }),
  });
}

function withVisibleTool(value: Record<string, unknown>): Record<string, unknown> {
  const tool = oldTool.safeParse(value["tool"]);
  if (!tool.success) return value;
  return {
    ...value,
    tool: withFields(value["tool"], { visibility: toolVisibility(tool.data) }),
  };
}
