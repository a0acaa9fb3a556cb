import { Text } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { Segmented } from "@/ui/components/segmented";
import classes from "./suppressions.module.css";
import { SUPPRESSION_SCOPES, type SuppressionScope } from "./suppressions-data";

interface Props {
  readonly value: SuppressionScope;
  readonly onChange: (scope: SuppressionScope) => void;
}

/** Selects the kind of email that an address no longer receives. */
export function ScopeField({ value, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <div className={classes.field}>
      <Text span size="sm" fw={500} aria-hidden="true">
        {t("terms.appliesTo")}
      </Text>
      <Segmented
        label={t("terms.appliesTo")}
        value={value}
        isWide
        options={SUPPRESSION_SCOPES.map((scope) => ({ value: scope, label: t(`suppressions.scopes.${scope}`) }))}
        onChange={onChange}
      />
    </div>
  );
}
