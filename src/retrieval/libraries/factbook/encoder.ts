import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createEncoder, type Encoder } from "../../../models/encoder/transformers-encoder.ts";

export const encoderId = "hopwise-encoder";

export function openEncoder(root: string, threads = 2): Promise<Encoder> {
  return createEncoder({
    modelUrlOrPath: join(root, "models", encoderId),
    device: "cpu",
    threads,
  });
}

/** Vectors are valid only for these weights. */
export async function encoderSha256(root: string): Promise<string> {
  const hash = createHash("sha256");
  const weights = join(root, "models", encoderId, "onnx/model_quantized.onnx_data");
  await pipeline(createReadStream(weights), hash);
  return hash.digest("hex");
}
