/** Unknown is "—", never 0. */
import type { Entry } from "../../folds/ledger.ts";
import type { Money } from "../../log/types.ts";

export const unknown = "—";

/** Two significant digits below a cent. */
export function usd(value: number | null): string {
  if (value === null) return unknown;
  const sign = value < 0 ? "−" : "";
  const size = Math.abs(value);
  if (size > 0 && size < 0.000005) return `${sign}<$0.00001`;
  if (size > 0 && size < 0.001) return `${sign}$${size.toFixed(5)}`;
  return `${sign}$${size.toFixed(size >= 100 ? 2 : 4)}`;
}

/** "≈" marks an amount that is partly estimated. */
export function approximateUsd(value: number | null): string {
  return value === null ? unknown : `≈ ${usd(value)}`;
}

/** "—" if partly unknown, "≈" if partly estimated. */
export function spending(entry: Entry): string {
  if (entry.unknownUsdCalls > 0) return unknown;
  return entry.estimatedUsd > 0 ? approximateUsd(entry.usd) : usd(entry.usd);
}

export function perThousand(value: number | null): string {
  if (value === null) return unknown;
  const size = Math.abs(value) * 1000;
  if (size === 0) return "$0";
  const sign = value < 0 ? "−" : "";
  return size < 0.01 ? `${sign}<$0.01` : `${sign}$${size.toFixed(2)}`;
}

export function moneyText(money: Money): string {
  if (money.usd === null) return unknown;
  if (money.basis === "local") return "$0, on this device";
  return money.basis === "estimated" ? approximateUsd(money.usd) : usd(money.usd);
}

/** Avoids `Intl`, whose first use blocks for 20 to 50 ms. */
export function count(value: number | null): string {
  if (value === null) return unknown;
  return String(Math.round(value)).replaceAll(/\B(?=(?:\d{3})+$)/gu, ",");
}

export function seconds(value: number): string {
  if (value < 10) return `${value.toFixed(1)} s`;
  if (value < 100) return `${Math.round(value)} s`;
  const all = Math.round(value);
  return `${Math.floor(all / 60)} min ${String(all % 60).padStart(2, "0")} s`;
}

export function duration(allSeconds: number): string {
  if (allSeconds < 100) return seconds(allSeconds);
  const minutes = Math.ceil(allSeconds / 60);
  if (minutes < 100) return `${minutes} min`;
  const hours = Math.ceil(allSeconds / 3600);
  return hours < 48 ? `${hours} h` : plural(Math.ceil(allSeconds / 86_400), "day", "days");
}

export function bytes(value: number): string {
  if (value < 1000) return `${value} B`;
  if (value < 1e6) return `${(value / 1e3).toFixed(1)} kB`;
  if (value < 1e9) return `${(value / 1e6).toFixed(value < 1e7 ? 1 : 0)} MB`;
  return `${(value / 1e9).toFixed(1)} GB`;
}

export function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

export function decimal(value: number | null): string {
  return value === null ? unknown : value.toFixed(2);
}

export function plural(value: number, one: string, many: string): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** The large model minus the small one: "+6.4", "−3.1", "0.0". */
export function signedPoints(share: number): string {
  const size = (100 * Math.abs(share)).toFixed(1);
  if (size === "0.0") return size;
  return `${share < 0 ? "−" : "+"}${size}`;
}

/** `settles`: total questions; null if there is hardly any difference. */
export function settlingText(settles: number | null, asked: number): string {
  if (settles === null) return "there is hardly any difference to settle";
  const more = Math.max(1, settles - asked);
  return `about ${plural(Number(more.toPrecision(2)), "more question", "more questions")} would settle it`;
}
