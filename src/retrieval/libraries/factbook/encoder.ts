/** The embedded encoder in Node, and which one it is. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createEncoder, type Encoder } from "../../../models/encoder/transformers-encoder.ts";

export const encoderId = "hopwise-encoder";

/** Loads the encoder from `models/` under the repository. */
export function openEncoder(root: string, threads = 2): Promise<Encoder> {
  return createEncoder({
    modelUrlOrPath: join(root, "models", encoderId),
    device: "cpu",
    threads,
  });
}

/** SHA-256 of the encoder's weights: vectors belong to exactly these. */
export async function encoderSha256(root: string): Promise<string> {
  const hash = createHash("sha256");
  const weights = join(root, "models", encoderId, "onnx/model_quantized.onnx_data");
  await pipeline(createReadStream(weights), hash);
  return hash.digest("hex");
}
