/**
 * Rows of a Parquet file. Its columns are read one by one: the library reads all at once, and what
 * then fails in a second column would be caught by nobody.
 */
import { type ColumnMetaData, parquetMetadata, parquetSchema, type RowGroup } from "hyparquet";
import { parquetHeader, readColumn } from "hyparquet/src/column.js";
import { DEFAULT_PARSERS } from "hyparquet/src/convert.js";
import { getTreePath } from "hyparquet/src/schema.js";
import { AppError } from "../../../log/errors.ts";
import { importLimits } from "../../questions/import/format.ts";

/** Read without another package. */
const codecs = new Set(["UNCOMPRESSED", "SNAPPY"]);
/** Most values of a column; nobody made so many runs. */
const mostValues = 10_000_000;

/** Throws `question-file-too-large` or `parquet-unreadable`. */
export async function parquetRows(file: Blob): Promise<unknown[]> {
  const limitBytes = importLimits.maxBytes;
  if (file.size > limitBytes) throw new AppError("question-file-too-large", { limitBytes });
  const bytes = await file.arrayBuffer();
  try {
    const metadata = parquetMetadata(bytes);
    const schema = parquetSchema(metadata);
    return metadata.row_groups.flatMap((group) => {
      const columns = flatColumns(group).map((chunk) => {
        checkChunk(bytes, chunk, group);
        const path = getTreePath(schema, chunk.path_in_schema);
        return [chunk.path_in_schema.join("."), valuesOf(bytes, chunk, group, path)] as const;
      });
      return Array.from({ length: Number(group.num_rows) }, (_, row) =>
        Object.fromEntries(columns.map(([name, values]) => [name, plain(values[row])])),
      );
    });
  } catch (cause) {
    // The reader's own errors have no type.
    throw cause instanceof AppError ? cause : new AppError("parquet-unreadable", {}, { cause });
  }
}

/** Lists and structures tell nothing of a run. */
function flatColumns({ columns }: RowGroup): ColumnMetaData[] {
  return columns.flatMap(({ meta_data }) =>
    meta_data !== undefined && meta_data.path_in_schema.length === 1 ? [meta_data] : [],
  );
}

function valuesOf(
  bytes: ArrayBuffer,
  chunk: ColumnMetaData,
  { num_rows }: RowGroup,
  schemaPath: ReturnType<typeof getTreePath>,
): unknown[] {
  const rows = Number(num_rows);
  const { element } = schemaPath.at(-1) ?? {};
  if (element === undefined) throw new AppError("parquet-unreadable", {});
  const { path_in_schema: pathInSchema, type, codec } = chunk;
  const { data } = readColumn(
    readerOf(bytes, chunk),
    { groupStart: 0, selectStart: 0, selectEnd: rows, groupRows: rows },
    { pathInSchema, type, codec, element, schemaPath, parsers: DEFAULT_PARSERS, utf8: true },
  );
  return data.flatMap((page) => [...page]);
}

function readerOf(bytes: ArrayBuffer, chunk: ColumnMetaData) {
  const { dictionary_page_offset: dictionary, data_page_offset: data } = chunk;
  const start = Number(dictionary !== undefined && dictionary < data ? dictionary : data);
  return { view: new DataView(bytes, start, Number(chunk.total_compressed_size)), offset: 0 };
}

/** Damaged sizes and counts would make the reader loop, or fill the memory. */
function checkChunk(bytes: ArrayBuffer, chunk: ColumnMetaData, { num_rows }: RowGroup): void {
  if (!codecs.has(chunk.codec)) throw new AppError("parquet-unreadable", { codec: chunk.codec });
  const unzipped = Number(chunk.total_uncompressed_size);
  const reader = readerOf(bytes, chunk);
  const size = reader.view.byteLength;
  let isSound = isWithin(Number(num_rows), mostValues) && isWithin(unzipped, importLimits.maxBytes);
  while (isSound && reader.offset < size - 1) {
    const header = parquetHeader(reader);
    const { compressed_page_size: length, uncompressed_page_size: whole } = header;
    const two = header.data_page_header_v2;
    const page = header.data_page_header ?? two ?? header.dictionary_page_header;
    const levels = two && [
      two.definition_levels_byte_length,
      two.repetition_levels_byte_length,
      two.num_nulls,
    ];
    isSound =
      isWithin(length, size - reader.offset) &&
      isWithin(whole, unzipped) &&
      isWithin(page?.num_values, mostValues) &&
      page?.encoding !== undefined &&
      (levels?.every((one) => isWithin(one, Math.max(length, page.num_values))) ?? true);
    reader.offset += length;
  }
  if (!isSound) throw new AppError("parquet-unreadable", {});
}

/** Damaged headers lack fields, whatever their type says. */
function isWithin(value: number | undefined, most: number): boolean {
  return value !== undefined && value >= 0 && value <= most;
}

/** Whole numbers of 64 bits and times have their own types. */
function plain(value: unknown): unknown {
  if (typeof value === "bigint") return Number(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  return typeof value === "object" ? null : value;
}
