import { arc as arcShape, type Selection } from "d3";
import { statusRadius } from "../../../ui-kit/glyphs.ts";
import { fitLines, isRightToLeft, type MeasureText } from "./fit-text.ts";
import type { PassageMark, Quote } from "./passage-marks.ts";
import type { Orientation } from "./tree-layout.ts";

type Group = Selection<SVGGElement, unknown, null, undefined>;

const axis = {
  across: { x: 19, y: 20, length: 50 },
  down: { x: 30, y: 68, length: 72 },
} as const;

const tick = 5;
const square = 6;

/**
 * Ticks further right are more relevant; squares were read, and the solid one supports the answer.
 */
export function drawPassages(
  group: Group,
  marks: readonly PassageMark[],
  orientation: Orientation,
): void {
  if (marks.length === 0) return;
  const { x, y, length } = axis[orientation];
  const all = group.append("g").attr("class", "passages");
  const placeOf = ({ at }: PassageMark) => Math.round((x + at * length) * 10) / 10;
  all.append("path").attr("class", "axis").attr("d", `M${x},${y}h${length}`);
  const ticks = marks
    .filter(({ kind }) => kind === "seen")
    .map((mark) => `M${placeOf(mark)},${y}v${-tick}`);
  if (ticks.length > 0) all.append("path").attr("class", "tick").attr("d", ticks.join(""));
  for (const mark of marks.filter(({ kind }) => kind === "read")) {
    drawSquare(all, "bead", placeOf(mark), y);
  }
  const kept = marks.find(({ kind }) => kind === "support");
  if (kept === undefined) return;
  const place = placeOf(kept);
  const onLine = orientation === "across" ? { x: place, y: 0 } : { x: 0, y: 24 };
  if (orientation === "across") {
    all.append("path").attr("class", "lift").attr("d", `M${place},${y}V0`);
  }
  drawSquare(all, "bead is-support", onLine.x, onLine.y);
}

function drawSquare(
  group: Selection<SVGGElement, unknown, null, undefined>,
  name: string,
  x: number,
  y: number,
): void {
  group
    .append("rect")
    .attr("class", name)
    .attr("x", x - square / 2)
    .attr("y", y - square / 2)
    .attr("width", square)
    .attr("height", square);
}

export function drawQuote(
  group: Group,
  quote: Quote,
  { x, y, width }: { x: number; y: number; width: number },
  measure: MeasureText,
): void {
  const { before, span, after } = fitQuote(quote, width, measure);
  const line = group.append("g").attr("class", "quote").attr("transform", `translate(${x},${y})`);
  const start = measure(before);
  line
    .append("rect")
    .attr("class", "lit")
    .attr("x", start - 1.5)
    .attr("y", -10.5)
    .attr("width", measure(span) + 3)
    .attr("height", 14)
    .attr("rx", 1.5);
  const text = line.append("text").attr("class", "words");
  if (isRightToLeft(before + span)) text.attr("direction", "rtl").attr("x", width);
  text.append("tspan").text(before);
  text.append("tspan").attr("class", "span").text(span);
  text.append("tspan").text(after);
}

const ellipsis = "…";

/** Shortens the longer side first and the span last. */
export function fitQuote(quote: Quote, width: number, measure: MeasureText): Quote {
  const before = quote.before.split(" ").filter((word) => word !== "");
  const after = quote.after.split(" ").filter((word) => word !== "");
  let cutBefore = false;
  let cutAfter = false;
  const glued = quote.after !== "" && !/^\s/u.test(quote.after);
  const made = (): Quote => ({
    before: `${cutBefore ? ellipsis : ""}${before.join(" ")}${before.length > 0 ? " " : ""}`,
    span: quote.span,
    after: `${after.length > 0 && !glued ? " " : ""}${after.join(" ")}${cutAfter ? ellipsis : ""}`,
  });
  const fits = ({ before: one, span, after: other }: Quote) => measure(one + span + other) <= width;
  for (let now = made(); !fits(now); now = made()) {
    if (before.length === 0 && after.length === 0) {
      return { before: "", span: fitLines(quote.span, width, 1, measure)[0] ?? "", after: "" };
    }
    if (before.length >= after.length) {
      before.shift();
      cutBefore = true;
    } else {
      after.pop();
      cutAfter = true;
    }
  }
  return made();
}

const arcRadius = statusRadius + 3.5;

export function drawConfidence(
  status: Group,
  confidence: number | null,
  threshold: number | null,
): void {
  if (confidence === null) return;
  const share = Math.min(1, Math.max(0, confidence));
  const ends = { startAngle: 0, innerRadius: arcRadius - 1.25, outerRadius: arcRadius + 1.25 };
  const drawn = (to: number) => arcShape()({ ...ends, endAngle: to * 2 * Math.PI }) ?? "";
  status.append("path").attr("class", "sureness-rest").attr("d", drawn(1));
  status.append("path").attr("class", "sureness").attr("d", drawn(share));
  if (threshold === null || threshold <= 0 || threshold > 1) return;
  const angle = threshold * 2 * Math.PI - Math.PI / 2;
  const at = (radius: number) =>
    `${(radius * Math.cos(angle)).toFixed(2)},${(radius * Math.sin(angle)).toFixed(2)}`;
  status
    .append("path")
    .attr("class", "notch")
    .attr("d", `M${at(arcRadius - 2.5)}L${at(arcRadius + 3.5)}`);
}
