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
