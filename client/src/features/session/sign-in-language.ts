import { changeLanguage, isLanguage, type Language } from "@/lib/i18n/i18n";

const CHOSEN = "language";

/** Shows the sign-in in `language`, and stores it for the account of the next sign-in in this tab. */
export async function chooseSignInLanguage(language: Language): Promise<void> {
  sessionStorage.setItem(CHOSEN, language);
  await changeLanguage(language);
}

/** The language chosen before sign-in in this tab. Reading it removes it. */
export function consumeSignInLanguage(): Language | undefined {
  const chosen = sessionStorage.getItem(CHOSEN) ?? undefined;
  sessionStorage.removeItem(CHOSEN);
  return isLanguage(chosen) ? chosen : undefined;
}
