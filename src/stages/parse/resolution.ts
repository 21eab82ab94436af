/** How much a parser had to repair. */
export interface Resolved {
  resolution: "clean" | "repaired" | "fell-back";
  /** For people; "" if there was no fault. */
  detail: string;
}

export function resolved(faults: readonly string[]): Resolved {
  const detail = [...new Set(faults)].join("; ");
  return { resolution: faults.length === 0 ? "clean" : "repaired", detail };
}
