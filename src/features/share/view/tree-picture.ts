/** The whole tree as a picture file, drawn aside: what is in sight, and how, does not matter. */
import type { Trace } from "../../../folds/trace.ts";
import {
  embeddedFonts,
  pictureMargin as margin,
  pictureAsSvg,
} from "../../../ui-kit/picture-export.ts";
import { classes } from "../../../ui-kit/styles/classes.ts";
import type { Box } from "../../tree/drawing/fit-view.ts";
import { treeItems } from "../../tree/drawing/tree-model.ts";
import { contentBox, createTreeView } from "../../tree/drawing/tree-view.ts";
import { createItemText } from "../../tree/view/measure.ts";
import sheet from "../../tree/view/TreePicture.module.css";
import { treeWords } from "../../tree/view/words.ts";

const css = classes(sheet);

export interface TreeAside {
  /** Of the whole tree, with the margin of its pictures. */
  box: { width: number; height: number };
  /** SVG text of the tree at any moment, always with the same box. */
  draw(trace: Trace): string;
  close(): void;
}

/** `whole`: the run at its end, by which every picture of it is framed. */
export async function openTreeAside(whole: Trace): Promise<TreeAside> {
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
    const view = createTreeView(content, createItemText(), treeWords, {
      onSelect: () => undefined,
      onPoint: () => undefined,
    });
    const box: Box = contentBox(view.update(treeItems(whole), still));
    const parts = {
      title: whole.start?.question ?? "",
      box,
      paper: getComputedStyle(document.body).backgroundColor,
      fonts: await embeddedFonts(allLetters(whole, drawing.textContent)),
    };
    return {
      box: { width: box.width + 2 * margin, height: box.height + 2 * margin },
      draw(trace) {
        view.update(treeItems(trace), still);
        return pictureAsSvg(drawing, parts);
      },
      close: () => aside.remove(),
    };
  } catch (thrown) {
    aside.remove();
    throw thrown;
  }
}

/** Words that only stand there for a while need their letters, too. */
function allLetters(trace: Trace, drawn: string): string {
  return [drawn, ...[...trace.calls.values()].map(({ text }) => text)].join("");
}

/** SVG text. */
export async function treeAsSvg(trace: Trace): Promise<string> {
  const aside = await openTreeAside(trace);
  try {
    return aside.draw(trace);
  } finally {
    aside.close();
  }
}
