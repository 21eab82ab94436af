/** Rows of a Parquet file as plain objects. */
import { parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { AppError } from "../../../log/errors.ts";
import { importLimits } from "../../questions/import/format.ts";

/** Read without another package. */
const codecs = new Set(["UNCOMPRESSED", "SNAPPY"]);

/** Throws `question-file-too-large` or `parquet-unreadable`. */
export async function parquetRows(file: Blob): Promise<unknown[]> {
  const limitBytes = importLimits.maxBytes;
  if (file.size > limitBytes) throw new AppError("question-file-too-large", { limitBytes });
  const bytes = await file.arrayBuffer();
  try {
    const metadata = await parquetMetadataAsync(bytes);
    const chunks = metadata.row_groups.flatMap(({ columns }) =>
      columns.flatMap(({ meta_data }) => meta_data ?? []),
    );
    const unzipped = chunks.reduce((sum, one) => sum + Number(one.total_uncompressed_size), 0);
    if (unzipped > limitBytes) throw new AppError("question-file-too-large", { limitBytes });
    const codec = chunks.find((one) => !codecs.has(one.codec))?.codec;
    if (codec !== undefined) throw new AppError("parquet-unreadable", { codec });
    const rows = await parquetReadObjects({ file: bytes, metadata, utf8: true });
    return rows.map(plainRow);
  } catch (cause) {
    // The reader's own errors have no type.
    throw cause instanceof AppError ? cause : new AppError("parquet-unreadable", {}, { cause });
  }
}

function plainRow(row: Readonly<Record<string, unknown>>): unknown {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(value)]));
}

/** Whole numbers of 64 bits and times have their own types. */
function plain(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (ArrayBuffer.isView(value)) return null;
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, plain(inner)]));
}
