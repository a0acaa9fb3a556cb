import { IconContrast2 } from "@tabler/icons-react";
import { useTranslation } from "@/lib/i18n/translation";
import { PlainSelect } from "@/ui/components/plain-select";
import { chooseScheme, useSchemeChoice } from "@/ui/theme/colour-scheme";

export function AppearanceMenu() {
  const { t } = useTranslation();
  const choice = useSchemeChoice();
  return (
    <PlainSelect
      label={t("session.theme")}
      icon={<IconContrast2 size={14} stroke={1.9} aria-hidden="true" />}
      value={choice}
      options={[
        { value: "light", label: t("session.themeLight") },
        { value: "dark", label: t("session.themeDark") },
        { value: "auto", label: t("session.themeAuto") },
      ]}
      onChange={chooseScheme}
    />
  );
}
