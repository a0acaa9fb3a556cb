import { textsOf } from "../part-texts";

/** What is wrong with a file is said as of an import. */
export async function loadSuppressFileDialog() {
  const [{ SuppressFileDialog }] = await Promise.all([import("./suppress-file-dialog"), textsOf("lists", "import")]);
  return { default: SuppressFileDialog };
}
