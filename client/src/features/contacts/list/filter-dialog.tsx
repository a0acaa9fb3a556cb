import { FormActions } from "@/ui/components/form-actions";
import "@/ui/theme/overlay-styles";
import { Button } from "@mantine/core";
import { type Rules, RulesForm } from "@/features/segments/public";
import { useTranslation } from "@/lib/i18n/translation";
import { SideSheet } from "@/ui/components/side-sheet";
import type { ListQuery } from "../list-query";

interface Props {
  readonly rules: string | undefined;
  readonly onChange: (change: Partial<ListQuery>) => void;
  readonly onClose: () => void;
}

/** Edits conditions on everything that segments support. */
export function FilterDialog({ rules, onChange, onClose }: Props) {
  const { t } = useTranslation();
  function applyRules(next: Rules | undefined): void {
    onChange({ rules: next && JSON.stringify(next) });
    onClose();
  }
  return (
    <SideSheet title={t("contactList.filter.title")} width="wide" onClose={onClose}>
      <RulesForm rules={rules ? (JSON.parse(rules) as Rules) : undefined} onApply={applyRules}>
        <FormActions mt="lg" submitLabel={t("terms.showContacts")} onCancel={onClose}>
          {rules ? <Button onClick={() => applyRules(undefined)}>{t("contactList.filter.none")}</Button> : null}
        </FormActions>
      </RulesForm>
    </SideSheet>
  );
}
