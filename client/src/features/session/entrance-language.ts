import { changeLanguage, isLanguage, type Language } from "@/lib/i18n/i18n";

const CHOSEN = "language";

/** Speaks `language` at the entrance; whoever signs in next in this tab has chosen it. */
export function chooseAtEntrance(language: Language): Promise<void> {
  sessionStorage.setItem(CHOSEN, language);
  return changeLanguage(language);
}

/** What was chosen at the entrance of this tab; told once. */
export function takeEntranceLanguage(): Language | undefined {
  const chosen = sessionStorage.getItem(CHOSEN) ?? undefined;
  sessionStorage.removeItem(CHOSEN);
  return isLanguage(chosen) ? chosen : undefined;
}
