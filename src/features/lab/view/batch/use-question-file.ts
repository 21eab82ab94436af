import { useEffect, useMemo, useRef, useState } from "react";
import type { ReadFile, ReadOptions } from "../../../../evaluation/questions/question-file.ts";
import { type ErrorData, toAppError } from "../../../../log/errors.ts";
import type { QuestionReader } from "../../question-reader.ts";

interface Opened {
  file: Blob;
  name: string;
  options: ReadOptions;
}

export type FileState =
  | { status: "none" }
  | (Opened & { status: "reading"; before: ReadFile | null })
  | (Opened & { status: "read"; read: ReadFile })
  | (Opened & { status: "failed"; error: ErrorData });

export interface QuestionFile {
  state: FileState;
  open(file: Blob, name: string, options: ReadOptions): Promise<void>;
  again(options: ReadOptions): Promise<void>;
  close(): void;
}

export function isPasted(state: FileState): boolean {
  return state.status !== "none" && state.options.pasted === true;
}

/** While reading, shows the previous contents. */
export function shownRead(state: FileState): ReadFile | null {
  if (state.status === "read") return state.read;
  return state.status === "reading" ? state.before : null;
}

/**
 * `onRead` gets null while the contents are unknown. `kept` is the state in which the form was
 * left.
 */
export function useQuestionFile(
  openReader: () => QuestionReader,
  kept: FileState,
  onRead: (read: ReadFile | null, opened: Pick<Opened, "name" | "options">) => void,
): QuestionFile {
  const [state, setState] = useState(kept);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one reader for as long as the form is open
  const reader = useMemo(openReader, []);
  const latest = useRef(0);
  useEffect(() => () => reader.close(), [reader]);

  async function take(opened: Opened, before: ReadFile | null): Promise<void> {
    latest.current += 1;
    const mine = latest.current;
    setState({ ...opened, status: "reading", before });
    if (before === null) onRead(null, opened);
    try {
      const read = await reader.open(opened.file, opened.options);
      if (mine !== latest.current) return;
      setState({ ...opened, status: "read", read });
      onRead(read, opened);
    } catch (thrown) {
      if (mine !== latest.current) return;
      setState({ ...opened, status: "failed", error: toAppError(thrown).toData() });
      onRead(null, opened);
    }
  }

  // The form was left while it read.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, on arrival
  useEffect(() => {
    if (kept.status === "reading") void take(kept, null);
  }, []);

  return {
    state,
    // Lines being edited keep their last reading, so that nothing flickers.
    open: (file, name, options) =>
      take({ file, name, options }, options.pasted && isPasted(state) ? shownRead(state) : null),
    async again(options) {
      if (state.status !== "none") await take({ ...state, options }, shownRead(state));
    },
    close() {
      latest.current += 1;
      reader.close();
      setState({ status: "none" });
      onRead(null, { name: "", options: { dataset: "" } });
    },
  };
}
