/** `undefined` is omitted; whole numbers are encoded as integers. */
export type Fields = Readonly<Record<string, string | number | boolean | undefined>>;

/** 64-bit integers are strings in OTLP/JSON. */
type Value =
  | { stringValue: string }
  | { intValue: string }
  | { doubleValue: number }
  | { boolValue: boolean };

export interface Attribute {
  key: string;
  value: Value;
}

export function attributes(fields: Fields): Attribute[] {
  return Object.entries(fields).flatMap(([key, value]) =>
    value === undefined ? [] : { key, value: written(value) },
  );
}

function written(value: string | number | boolean): Value {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}
