/** Draws the whole tree off-screen, whatever part is visible. */
import { foldLedger, type Ledger } from "../../../folds/ledger.ts";
import { foldTrace, type Trace } from "../../../folds/trace.ts";
import type { RunEvent } from "../../../log/events.ts";
import { answeredSentence } from "../../../ui-kit/answered-sentence.ts";
import {
  captionHeight,
  embeddedFonts,
  pictureMargin as margin,
  pictureAsSvg,
} from "../../../ui-kit/picture-export.ts";
import { classes } from "../../../ui-kit/styles/classes.ts";
import { shareText } from "../../runs/text/history.ts";
import { fitLines } from "../../tree/drawing/fit-text.ts";
import type { Box } from "../../tree/drawing/fit-view.ts";
import { treeItems } from "../../tree/drawing/tree-model.ts";
import { contentBox, createTreeView } from "../../tree/drawing/tree-view.ts";
import { createItemText } from "../../tree/view/measure.ts";
import sheet from "../../tree/view/TreePicture.module.css";
import { treeWords } from "../../tree/view/words.ts";

const css = classes(sheet);

export interface TreeAside {
  box: { width: number; height: number };
  draw(trace: Trace): string;
  close(): void;
}

/** The bounds are those of the finished run. */
export async function openTreeAside(events: readonly RunEvent[]): Promise<TreeAside> {
  const whole = foldTrace(events);
  const ledger = foldLedger(events);
  const aside = document.createElement("div");
  aside.setAttribute("aria-hidden", "true");
  aside.style.cssText = "position:fixed;left:-10000px;top:0;width:800px;height:600px";
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  drawing.setAttribute("class", css("picture", "across"));
  const content = document.createElementNS("http://www.w3.org/2000/svg", "g");
  drawing.append(content);
  aside.append(drawing);
  document.body.append(aside);
  const still = { orientation: "across", durationMs: 0 } as const;
  try {
    await document.fonts?.ready;
    const text = createItemText();
    const view = createTreeView(content, text, treeWords, {
      onSelect: () => undefined,
      onPoint: () => undefined,
    });
    const box: Box = contentBox(view.update(treeItems(whole), still));
    const parts = {
      title: whole.start?.question ?? "",
      box,
      paper: getComputedStyle(document.body).backgroundColor,
      fonts: await embeddedFonts(
        allLetters(whole, [drawing.textContent, ...captionOf(whole, ledger)].join("")),
      ),
    };
    const fitted = (line: string) => fitLines(line, box.width, 1, text.query)[0] ?? "";
    return {
      box: {
        width: box.width + 2 * margin,
        height: box.height + 2 * margin + captionHeight(captionOf(whole, ledger).length),
      },
      draw(trace) {
        view.update(treeItems(trace), still);
        const caption = captionOf(trace, ledger).map(fitted);
        return pictureAsSvg(drawing, { ...parts, caption });
      },
      close: () => aside.remove(),
    };
  } catch (thrown) {
    aside.remove();
    throw thrown;
  }
}

/** The number of lines is always the same. */
function captionOf(trace: Trace, ledger: Ledger): string[] {
  return [
    trace.start?.question ?? "",
    trace.answer === null ? "" : answeredSentence(trace, ledger),
    shareText.madeBy(trace.stageTiers),
  ];
}

/** Fonts must also cover text that is visible only for a while. */
function allLetters(trace: Trace, drawn: string): string {
  return [drawn, ...[...trace.calls.values()].map(({ text }) => text)].join("");
}

export async function treeAsSvg(events: readonly RunEvent[]): Promise<string> {
  const aside = await openTreeAside(events);
  try {
    return aside.draw(foldTrace(events));
  } finally {
    aside.close();
  }
}
