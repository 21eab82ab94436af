/** How much a parser had to repair; every parser of model output reports it. */
export interface Resolved {
  /** As requested, repaired, or nothing usable. */
  resolution: "clean" | "repaired" | "fell-back";
  /** The fault, for people; "" if there was none. */
  detail: string;
}

export function resolved(faults: readonly string[]): Resolved {
  const detail = [...new Set(faults)].join("; ");
  return { resolution: faults.length === 0 ? "clean" : "repaired", detail };
}
