import { createTextSource, loadTexts, type Texts } from "@/lib/i18n/i18n";

const FILES = import.meta.glob<Texts>("./texts/*.json", { import: "default" });

/** Loads the dialog and its texts, which neither the sign-in nor the signed-in screens include. */
export async function loadMultipleLoginDialog() {
  const [{ MultipleLoginDialog }] = await Promise.all([
    import("./multiple-login-dialog"),
    loadTexts({ "session/multiple-login": createTextSource(FILES, "./texts") }),
  ]);
  return { default: MultipleLoginDialog };
}
