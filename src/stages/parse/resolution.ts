export interface Resolved {
  resolution: "clean" | "repaired" | "fell-back";
  /** Shown to people; "" if there was no fault. */
  detail: string;
}

export function resolved(faults: readonly string[]): Resolved {
  const detail = [...new Set(faults)].join("; ");
  return { resolution: faults.length === 0 ? "clean" : "repaired", detail };
}
