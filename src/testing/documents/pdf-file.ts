/** The tests read other programs' files, so these are built by hand. */

/** `encrypt` uses an unknown password. */
export function pdfFile(
  pages: readonly (readonly string[])[],
  encrypt = false,
): Uint8Array<ArrayBuffer> {
  const objects: string[] = [];
  const add = (body: string) => objects.push(body);
  const pageIds = pages.map((_, index) => 4 + 2 * index);
  add("<< /Type /Catalog /Pages 2 0 R >>");
  add(
    `<< /Type /Pages /Kids [${pageIds.map((id) => `${id} 0 R`).join(" ")}] /Count ${pages.length} >>`,
  );
  add("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>");
  for (const [index, lines] of pages.entries()) {
    const stream = `BT /F1 12 Tf 72 760 Td 14 TL ${lines.map((line) => `(${escaped(line)}) Tj T*`).join(" ")} ET`;
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + 2 * index} 0 R >>`,
    );
    add(`<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`);
  }
  const lock = "ab".repeat(32);
  if (encrypt) add(`<< /Filter /Standard /V 1 /R 2 /P -4 /O <${lock}> /U <${lock}> >>`);
  return assembled(objects, encrypt ? `/Encrypt ${objects.length} 0 R /ID [<00> <00>]` : "");
}

const eastAsian = {
  chinese: { map: "UniGB-UTF16-H", ordering: "GB1", font: "STSong-Light" },
  japanese: { map: "UniJIS-UTF16-H", ordering: "Japan1", font: "HeiseiMin-W3" },
  korean: { map: "UniKS-UTF16-H", ordering: "Korea1", font: "HYSMyeongJo-Medium" },
} as const;

export function eastAsianPdf(
  script: keyof typeof eastAsian,
  line: string,
): Uint8Array<ArrayBuffer> {
  const { map, ordering, font } = eastAsian[script];
  const hex = Array.from({ length: line.length }, (_, at) =>
    line.charCodeAt(at).toString(16).padStart(4, "0"),
  ).join("");
  const stream = `BT /F1 12 Tf 72 760 Td <${hex}> Tj ET`;
  const system = `<< /Registry (Adobe) /Ordering (${ordering}) /Supplement 2 >>`;
  return assembled(
    [
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [6 0 R] /Count 1 >>",
      `<< /Type /Font /Subtype /Type0 /BaseFont /${font} /Encoding /${map} /DescendantFonts [4 0 R] >>`,
      `<< /Type /Font /Subtype /CIDFontType0 /BaseFont /${font} /CIDSystemInfo ${system} /FontDescriptor 5 0 R /DW 1000 >>`,
      `<< /Type /FontDescriptor /FontName /${font} /Flags 6 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>`,
      "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 3 0 R >> >> /Contents 7 0 R >>",
      `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    ],
    "",
  );
}

function assembled(objects: readonly string[], trailer: string): Uint8Array<ArrayBuffer> {
  let file = "%PDF-1.4\n";
  const places = objects.map((body, index) => {
    const at = file.length;
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const table = file.length;
  const rows = places.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("");
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${trailer} >>\nstartxref\n${table}\n%%EOF\n`;
  return Uint8Array.from(file, (character) => character.charCodeAt(0));
}

function escaped(line: string): string {
  return line.replace(/[\\()]/gu, "\\$&");
}
