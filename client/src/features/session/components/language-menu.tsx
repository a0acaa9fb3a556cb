import { IconWorld } from "@tabler/icons-react";
import { getCurrentLanguage, LANGUAGE_NAMES, LANGUAGES } from "@/lib/i18n/i18n";
import { useTranslation } from "@/lib/i18n/translation";
import { PlainSelect } from "@/ui/components/plain-select";
import { chooseSignInLanguage } from "../sign-in-language";

export function LanguageMenu() {
  const { t } = useTranslation();
  return (
    <PlainSelect
      label={t("session.language")}
      icon={<IconWorld size={14} stroke={1.9} aria-hidden="true" />}
      value={getCurrentLanguage()}
      options={LANGUAGES.map((language) => ({ value: language, label: LANGUAGE_NAMES[language] }))}
      onChange={(language) => void chooseSignInLanguage(language)}
    />
  );
}
