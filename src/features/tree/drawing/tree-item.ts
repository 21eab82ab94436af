import { type Selection, select } from "d3";
import type { Tier } from "../../../log/types.ts";
import {
  beadGap,
  beadSize,
  diamondPath,
  hexagonPath,
  statusGlyphs,
  statusRadius,
  workerPath,
} from "../../../ui-kit/glyphs.ts";
import { statusOffset } from "./edge-path.ts";
import { fitLines, fitTail, isRightToLeft, type MeasureText } from "./fit-text.ts";
import { drawConfidence, drawPassages, drawQuote } from "./tree-evidence.ts";
import type { Orientation } from "./tree-layout.ts";
import type { TreeItem } from "./tree-model.ts";

export interface ItemText {
  query: MeasureText;
  answer: MeasureText;
  stream: MeasureText;
  quote: MeasureText;
}

function textWidth(orientation: Orientation, along: number): number {
  return orientation === "across" ? along - 22 : 188;
}

const lineHeight = 16;

interface Slots {
  x: number;
  query: number;
  queryLines: number;
  answer: number;
  note: { x: number; y: number };
  quote: number;
  hit: { x: number; y: number; width: number; height: number };
}

const slots: Readonly<Record<Orientation, Slots>> = {
  across: {
    x: -11,
    query: -45,
    queryLines: 3,
    answer: -24,
    note: { x: 106, y: 24 },
    quote: 43,
    hit: { x: -18, y: -94, width: 176, height: 144 },
  },
  down: {
    x: 28,
    query: 20,
    queryLines: 2,
    answer: 42,
    note: { x: 112, y: 71 },
    quote: 90,
    // Includes the cause above the item, but not the next step's.
    hit: { x: -18, y: -24, width: 236, height: 116 },
  },
};

const compactSlots = { status: 27, beads: 43, words: 44, width: { across: 320, down: 228 } };

const maxBeads = 3;

type Group = Selection<SVGGElement, unknown, null, undefined>;

export function drawItem(
  element: SVGGElement,
  item: TreeItem,
  orientation: Orientation,
  text: ItemText,
  label: string,
  along: number,
): void {
  const signature = JSON.stringify([item, orientation, label, along]);
  if (element.dataset["drawn"] === signature) return;
  element.dataset["drawn"] = signature;
  const group = select(element);
  const flags: Record<string, boolean> = {
    "is-ghost": item.ghost,
    "is-running": item.running,
    "is-guess": item.guess !== null,
    "is-preview": item.wouldBeLarge,
  };
  group.attr("class", `node kind-${item.kind} tier-${item.tier ?? "none"} status-${item.status}`);
  for (const [name, on] of Object.entries(flags)) group.classed(name, on);
  group.selectAll("*").remove();
  const hit = item.compact ? compactHit(orientation) : slots[orientation].hit;
  const hitWidth = item.compact || orientation === "down" ? hit.width : along - 6;
  group
    .append("rect")
    .attr("class", "hit")
    .attr("x", hit.x)
    .attr("y", hit.y)
    .attr("width", item.kind === "question" ? 40 : hitWidth)
    .attr("height", hit.height)
    .attr("rx", 3);
  drawStub(group, item, orientation);
  if (item.kind === "question") drawDisc(group, item);
  drawMark(group, item);
  const width = textWidth(orientation, along);
  if (item.kind === "question") {
    drawNote(group, item, orientation, text, width);
    return;
  }
  if (item.compact) {
    drawCompact(group, item, orientation, text, label);
    return;
  }
  drawWords(group, item, orientation, text, label, width);
  drawNote(group, item, orientation, text, width);
  if (item.kind !== "hop") return;
  drawPassages(group, item.marks, orientation);
  if (item.quote !== null) {
    const place = { x: slots[orientation].x, y: slots[orientation].quote, width };
    drawQuote(group, item.quote, place, text.quote);
  }
  const offset = statusOffset[orientation];
  const place = orientation === "across" ? `translate(${offset},0)` : `translate(0,${offset})`;
  drawStatus(group, item, place);
  if (item.reader !== null) drawReader(group, item.reader, orientation);
}

/** The mark is below the status mark across, and above it downwards. */
function drawReader(group: Group, reader: Tier, orientation: Orientation): void {
  const [x, y] = orientation === "across" ? [statusOffset.across, 23] : [0, 54];
  const mark = group
    .append("g")
    .attr("class", `reader tier-${reader}`)
    .attr("transform", `translate(${x},${y})`);
  mark.append("path").attr("d", workerPath(reader)).attr("transform", "scale(0.64)");
  mark.append("text").attr("y", 4.5).text(tierLetter(reader));
}

function compactHit(orientation: Orientation) {
  const width = compactSlots.words + compactSlots.width[orientation];
  return { x: -18, y: -18, width: width + 18, height: 36 };
}

function drawCompact(
  group: Group,
  item: TreeItem,
  orientation: Orientation,
  text: ItemText,
  label: string,
): void {
  const { status, beads, words, width } = compactSlots;
  const count = drawBeads(group, item, (index) => ({
    x: beads + index * (beadSize + beadGap),
    y: -beadSize / 2,
  }));
  const x = words + count * (beadSize + beadGap);
  const room = width[orientation] - (x - words);
  const place = { x, y: 4.5, width: room };
  if (item.kind === "draft") {
    const line = item.running ? fitTail(item.text, room, text.stream) : label;
    write(group, "stream", place, line === "" ? label : line);
    return;
  }
  write(group, "query", place, fitLines(item.title, room, 1, text.query)[0] ?? "");
  drawStatus(group, item, `translate(${status},0)`);
}

function drawStub(group: Group, item: TreeItem, orientation: Orientation): void {
  if (!item.fan || item.compact || item.kind !== "hop" || item.status === "waiting") return;
  const end = statusOffset[orientation];
  group
    .append("path")
    .attr("class", `edge tier-${item.tier ?? "none"}`)
    .attr("d", orientation === "across" ? `M0,0H${end}` : `M0,0V${end}`);
}

/**
 * Shows the cost of planning as an area on the ribbons' scale, because the question has no line.
 */
function drawDisc(group: Group, { width }: TreeItem): void {
  if (width === null) return;
  const radius = Math.sqrt((width * ribbonLength) / Math.PI);
  group
    .append("circle")
    .attr("class", "disc")
    .attr("r", Math.round(radius * 10) / 10);
}

const ribbonLength = 160;

function drawMark(group: Group, item: TreeItem): void {
  const letter = item.kind === "question" ? "Q" : tierLetter(item.tier);
  const outline = item.kind === "question" ? diamondPath : workerPath(item.tier);
  // A second outline marks a terminus, as on a railway map.
  if (item.kind === "answer" && item.guess === null) {
    group
      .append("path")
      .attr("class", "terminus")
      .attr("d", outline)
      .attr("transform", "scale(1.4)");
  }
  // The backing keeps lines from showing through a pulsing mark.
  group.append("path").attr("class", "backing").attr("d", outline);
  if (item.wouldBeLarge) {
    group
      .append("path")
      .attr("class", "preview")
      .attr("d", hexagonPath)
      .attr("transform", "scale(1.35)");
  }
  group.append("path").attr("class", "mark").attr("d", outline);
  group.append("text").attr("class", "letter").attr("y", 4).text(letter);
}

function tierLetter(tier: Tier | null): string {
  return tier === "large" ? "L" : "S";
}

function drawWords(
  group: Group,
  item: TreeItem,
  orientation: Orientation,
  text: ItemText,
  label: string,
  width: number,
): void {
  const { x, query, queryLines, answer } = slots[orientation];
  const isHop = item.kind === "hop";
  // An answer needs two lines.
  const lift = item.kind === "answer" && orientation === "across" ? lineHeight : 0;
  const lines = fitLines(isHop ? item.title : label, width, queryLines, text.query);
  lines.forEach((line, index) => {
    const y = query - lift - (lines.length - 1 - index) * lineHeight;
    write(group, isHop ? "query" : "query is-label", { x, y, width }, line);
  });
  const place = { x, y: answer, width };
  if (item.kind === "answer" && !item.running) {
    fitLines(item.text, width, 2, text.answer).forEach((line, index, all) => {
      // Across, text ends at the line; downwards it can go on below.
      const row = orientation === "across" ? index - all.length + 1 : index;
      write(group, "answer", { ...place, y: answer + row * 18 }, line);
    });
    return;
  }
  if (item.running && item.kind !== "answer") {
    write(group, "stream", place, fitTail(item.text, width, text.stream));
    return;
  }
  if (item.kind === "draft") {
    write(group, "stream", place, fitLines(item.text, width, 1, text.stream)[0] ?? "");
    return;
  }
  if (item.struck !== null) {
    drawCorrection(group, item.struck, item.text, place, text.answer);
    return;
  }
  const shown = item.running
    ? fitTail(item.text, width, text.answer)
    : (fitLines(item.text, width, 1, text.answer)[0] ?? "");
  write(group, "answer", place, shown);
}

function drawCorrection(
  group: Group,
  struck: string,
  answer: string,
  { x, y, width }: LinePlace,
  measure: MeasureText,
): void {
  const old = fitLines(struck, width * 0.45, 1, measure)[0] ?? "";
  const arrow = " → ";
  const room = width - measure(old + arrow);
  const line = group.append("text").attr("class", "answer").attr("x", x).attr("y", y);
  line.append("tspan").attr("class", "struck").text(old);
  line.append("tspan").text(arrow);
  line.append("tspan").text(fitLines(answer, room, 1, measure)[0] ?? "");
}

/** Below the question there is room only from its left edge. */
function drawNote(
  group: Group,
  item: TreeItem,
  orientation: Orientation,
  text: ItemText,
  room: number,
): void {
  if (item.note === "") return;
  // Nothing else is beside the answer's mark.
  const beside = { across: { x: 26, y: 5 }, down: { x: 28, y: 80 } };
  const { x, y } = item.kind === "answer" ? beside[orientation] : slots[orientation].note;
  const isQuestion = item.kind === "question";
  const place =
    isQuestion && orientation === "across"
      ? { x: -14, y: y + 22 }
      : isQuestion
        ? { x: 36, y: 5 }
        : { x, y };
  const width = isQuestion ? 72 : orientation === "across" ? room + 18 - x : 90;
  write(group, "note", { ...place, width }, fitLines(item.note, width, 1, text.query)[0] ?? "");
}

interface LinePlace {
  x: number;
  y: number;
  width: number;
}

function write(group: Group, name: string, { x, y, width }: LinePlace, line: string): void {
  const text = group.append("text").attr("class", name).attr("y", y).text(line);
  // In a right-to-left line `start` is the right edge.
  if (isRightToLeft(line)) text.attr("direction", "rtl").attr("x", x + width);
  else text.attr("x", x);
}

function drawBeads(
  group: Group,
  item: TreeItem,
  placeOf: (index: number) => { x: number; y: number },
): number {
  const count = Math.min(item.passages, maxBeads);
  for (let index = 0; index < count; index += 1) {
    const { x, y } = placeOf(index);
    group
      .append("rect")
      .attr(
        "class",
        item.marks.some(({ kind }) => kind === "support") && index === 0
          ? "bead is-support"
          : "bead",
      )
      .attr("x", x)
      .attr("y", y)
      .attr("width", beadSize)
      .attr("height", beadSize);
  }
  return count;
}

function drawStatus(group: Group, item: TreeItem, place: string): void {
  const glyph = statusGlyphs[item.status];
  if (item.status === "waiting") return;
  const status = group.append("g").attr("class", "status").attr("transform", place);
  drawConfidence(status, item.confidence, item.threshold);
  status
    .append("circle")
    .attr("r", statusRadius)
    .attr("class", glyph.ring === "dotted" ? "ring is-dotted" : "ring");
  if (glyph.path !== "") status.append("path").attr("d", glyph.path);
}
