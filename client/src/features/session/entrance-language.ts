import { changeLanguage, isLanguage, type Language } from "@/lib/i18n/i18n";

const CHOSEN = "language";

/** Shows the sign-in in `language`. The account of the next sign-in in this tab gets it, too. */
export async function chooseAtEntrance(language: Language): Promise<void> {
  sessionStorage.setItem(CHOSEN, language);
  await changeLanguage(language);
}

/** What was chosen at the entrance of this tab; told once. */
export function takeEntranceLanguage(): Language | undefined {
  const chosen = sessionStorage.getItem(CHOSEN) ?? undefined;
  sessionStorage.removeItem(CHOSEN);
  return isLanguage(chosen) ? chosen : undefined;
}
