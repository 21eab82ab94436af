/** The whole tree as a picture file, drawn aside: what is in sight, and how, does not matter. */
import type { Trace } from "../../core/folds/trace.ts";
import { embeddedFonts, pictureAsSvg } from "../../viz/picture-export.ts";
import { treeItems } from "../../viz/tree-model.ts";
import { contentBox, createTreeView } from "../../viz/tree-view.ts";
import { classes } from "../styles/classes.ts";
import { createItemText } from "../tree/measure.ts";
import sheet from "../tree/TreePicture.module.css";
import { treeWords } from "../tree/words.ts";

const css = classes(sheet);

/** SVG text. */
export async function treeAsSvg(trace: Trace): Promise<string> {
  const aside = document.createElement("div");
  aside.setAttribute("aria-hidden", "true");
  aside.style.cssText = "position:fixed;left:-10000px;top:0;width:800px;height:600px";
  const drawing = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  drawing.setAttribute("class", css("picture", "across"));
  const content = document.createElementNS("http://www.w3.org/2000/svg", "g");
  drawing.append(content);
  aside.append(drawing);
  document.body.append(aside);
  try {
    await document.fonts?.ready;
    const view = createTreeView(content, createItemText(), treeWords, {
      onSelect: () => undefined,
      onPoint: () => undefined,
    });
    const layout = view.update(treeItems(trace), { orientation: "across", durationMs: 0 });
    return pictureAsSvg(drawing, {
      title: trace.start?.question ?? "",
      box: contentBox(layout),
      paper: getComputedStyle(document.body).backgroundColor,
      fonts: await embeddedFonts(drawing.textContent),
    });
  } finally {
    aside.remove();
  }
}
