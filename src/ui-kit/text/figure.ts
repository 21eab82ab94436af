export const figureText = {
  svg: "SVG",
  png: "PNG",
  csv: "CSV",
  saveAs: (figure: string, form: string) => `Save “${figure}” as ${form}`,
  failed: "The picture could not be saved as PNG here; SVG works.",
};
