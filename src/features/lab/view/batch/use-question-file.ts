/** The question file of a new batch: opens it, and reads it again with other options. */
import { useEffect, useMemo, useRef, useState } from "react";
import type { ReadFile, ReadOptions } from "../../../../evaluation/questions/question-file.ts";
import { type ErrorData, toAppError } from "../../../../log/errors.ts";
import type { QuestionReader } from "../../question-reader.ts";

export type FileState =
  | { status: "none" }
  | { status: "reading"; name: string; before: ReadFile | null }
  | { status: "read"; name: string; read: ReadFile }
  | { status: "failed"; name: string; error: ErrorData };

export interface QuestionFile {
  state: FileState;
  open(file: Blob, name: string, options: ReadOptions): Promise<void>;
  again(options: ReadOptions): Promise<void>;
  close(): void;
}

/** `onRead`: the file's contents; null while unknown. */
export function useQuestionFile(
  openReader: () => QuestionReader,
  onRead: (read: ReadFile | null, name: string) => void,
): QuestionFile {
  const [state, setState] = useState<FileState>({ status: "none" });
  // biome-ignore lint/correctness/useExhaustiveDependencies: one reader for as long as the form is open
  const reader = useMemo(openReader, []);
  const latest = useRef(0);
  useEffect(() => () => reader.close(), [reader]);

  async function take(
    name: string,
    before: ReadFile | null,
    work: () => Promise<ReadFile>,
  ): Promise<void> {
    latest.current += 1;
    const mine = latest.current;
    setState({ status: "reading", name, before });
    if (before === null) onRead(null, name);
    try {
      const read = await work();
      if (mine !== latest.current) return;
      setState({ status: "read", name, read });
      onRead(read, name);
    } catch (thrown) {
      if (mine !== latest.current) return;
      setState({ status: "failed", name, error: toAppError(thrown).toData() });
      onRead(null, name);
    }
  }

  return {
    state,
    open: (file, name, options) => take(name, null, () => reader.open(file, options)),
    async again(options) {
      if (state.status === "none") return;
      const before = state.status === "read" ? state.read : null;
      await take(state.name, before, () => reader.read(options));
    },
    close() {
      latest.current += 1;
      reader.close();
      setState({ status: "none" });
      onRead(null, "");
    },
  };
}
