/** A drawing of the page as a file that stands alone: its looks are written into it. */

/** What a picture's elements get from the page's style sheets. */
const looks = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "paint-order",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "font-style",
  "text-anchor",
] as const;

/** Pixels of the file for one of the drawing: sharp in print. */
const pngScale = 3;
const padding = 12;

/** As SVG text. What only serves the hand (`data-hand`) is left out. */
export function pictureAsSvg(drawing: SVGSVGElement, title: string): string {
  const copy = drawing.cloneNode(true);
  if (!(copy instanceof SVGSVGElement)) throw new Error("a copy of a drawing is a drawing");
  writeLooks(drawing, copy);
  for (const hand of copy.querySelectorAll("[data-hand]")) hand.remove();
  const { width, height } = sizeOf(drawing);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width + 2 * padding));
  copy.setAttribute("height", String(height + 2 * padding));
  copy.setAttribute(
    "viewBox",
    `${-padding} ${-padding} ${width + 2 * padding} ${height + 2 * padding}`,
  );
  for (const name of ["class", "style", "aria-hidden"]) copy.removeAttribute(name);
  const paper = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [name, value] of Object.entries({
    x: -padding,
    y: -padding,
    width: width + 2 * padding,
    height: height + 2 * padding,
    fill: getComputedStyle(document.body).backgroundColor,
  })) {
    paper.setAttribute(name, String(value));
  }
  const name = document.createElementNS("http://www.w3.org/2000/svg", "title");
  name.textContent = title;
  copy.prepend(name, paper);
  return new XMLSerializer().serializeToString(copy);
}

function sizeOf(drawing: SVGSVGElement): { width: number; height: number } {
  const [, , width = 0, height = 0] = (drawing.getAttribute("viewBox") ?? "")
    .split(/\s+/u)
    .map(Number);
  return { width, height };
}

function writeLooks(from: Element, to: Element): void {
  const style = getComputedStyle(from);
  for (const name of looks) {
    const value = style.getPropertyValue(name);
    if (value !== "") to.setAttribute(name, value);
  }
  to.removeAttribute("class");
  for (const [index, child] of [...from.children].entries()) {
    const twin = to.children[index];
    if (twin !== undefined) writeLooks(child, twin);
  }
}

/** As PNG; rejects where the browser cannot paint it. */
export async function pictureAsPng(drawing: SVGSVGElement, title: string): Promise<Blob> {
  const url = URL.createObjectURL(
    new Blob([pictureAsSvg(drawing, title)], { type: "image/svg+xml" }),
  );
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = image.width * pngScale;
    canvas.height = image.height * pngScale;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => {
        if (blob === null) reject(new Error("nothing was painted"));
        else resolve(blob);
      }, "image/png");
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}
