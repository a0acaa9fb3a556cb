import { loadTexts, type Texts, textSource } from "@/lib/i18n/i18n";

const FILES = import.meta.glob<Texts>("./texts/*.json", { import: "default" });

/** The dialog with its texts, which neither the sign-in nor a screen behind it has already. */
export async function loadMultipleLoginDialog() {
  const [{ MultipleLoginDialog }] = await Promise.all([
    import("./multiple-login-dialog"),
    loadTexts({ "session/multiple-login": textSource(FILES, "./texts") }),
  ]);
  return { default: MultipleLoginDialog };
}
