import { AppError } from "../../log/errors.ts";
import { unzipped } from "../questions/import/text-of.ts";

export async function* reportText(file: Blob): AsyncGenerator<string, void, undefined> {
  const plain = await unzipped(file);
  const reader = plain.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { done, value } = await reader.read().catch((cause: unknown) => {
      throw new AppError(
        "lab-report-invalid",
        { reason: "it cannot be read to its end", line: null },
        { cause },
      );
    });
    if (done) return;
    yield value;
  }
}

/** Reports begin with their format. */
const marked = '"hopwise-lab"';
const headLength = 1000;

/** Whether the file says that it is a report, whole or not; true if it cannot be read at all. */
export async function isReport(file: Blob): Promise<boolean> {
  let head = "";
  try {
    for await (const piece of reportText(file)) {
      head += piece;
      if (head.length >= headLength) break;
    }
  } catch {
    return true;
  }
  return head.slice(0, headLength).includes(marked);
}
