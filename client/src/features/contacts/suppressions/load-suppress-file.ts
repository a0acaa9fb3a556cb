import { loadPartTexts } from "../part-texts";

/** Errors of a file use the texts of imports. */
export async function loadSuppressFileDialog() {
  const [{ SuppressFileDialog }] = await Promise.all([
    import("./suppress-file-dialog"),
    loadPartTexts("suppressions", "import"),
  ]);
  return { default: SuppressFileDialog };
}
