import { changeLanguage, isLanguage, type Language } from "@/lib/i18n/i18n";

const CHOSEN_LANGUAGE_KEY = "language";

/** Shows the sign-in in `language`, and stores it for the account of the next sign-in in this tab. */
export async function chooseSignInLanguage(language: Language): Promise<void> {
  sessionStorage.setItem(CHOSEN_LANGUAGE_KEY, language);
  await changeLanguage(language);
}

/** The language chosen before sign-in in this tab. Reading it removes it. */
export function consumeSignInLanguage(): Language | undefined {
  const chosen = sessionStorage.getItem(CHOSEN_LANGUAGE_KEY) ?? undefined;
  sessionStorage.removeItem(CHOSEN_LANGUAGE_KEY);
  return isLanguage(chosen) ? chosen : undefined;
}
