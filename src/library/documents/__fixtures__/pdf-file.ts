/** Makes small PDF files by hand, byte by byte: what is tested is that others' files can be read. */

/** A PDF of one font with these lines on its pages; `encrypt` locks it with an unknown password. */
export function pdfFile(pages: readonly (readonly string[])[], encrypt = false): Uint8Array<ArrayBuffer> {
  const objects: string[] = [];
  const add = (body: string) => objects.push(body);
  const pageIds = pages.map((_, index) => 4 + 2 * index);
  add("<< /Type /Catalog /Pages 2 0 R >>");
  add(`<< /Type /Pages /Kids [${pageIds.map((id) => `${id} 0 R`).join(" ")}] /Count ${pages.length} >>`);
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
