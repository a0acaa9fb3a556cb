import { Box, Button, Fieldset, Flex, Group, Stack, Text } from "@mantine/core";
import { IconCopy, IconExternalLink } from "@tabler/icons-react";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { FailureNotice } from "@/ui/components/failure-notice";
import { SwitchRow } from "@/ui/components/switch-row";
import { useCopy } from "@/ui/use-copy";
import { type SubscriberSetting, useChangeSubscribers, useSettingParams } from "./subscribers-data";

interface Props {
  readonly setting: SubscriberSetting;
  readonly canEdit: boolean;
}

/** Whether the subscription page is open, and how subscriptions are confirmed; applies immediately. */
export function PageCard({ setting, canEdit }: Props) {
  const { t } = useTranslation();
  const place = useSettingParams();
  const change = useChangeSubscribers();
  const { copy, wasCopied } = useCopy();
  // The switch shows the requested value until the server responds.
  const shown = { ...setting, ...(change.isPending ? change.variables.body : {}) };

  function set(body: Pick<Partial<SubscriberSetting>, "isOpen" | "doubleOptin">): void {
    if (canEdit) change.mutate({ ...place, body });
  }

  return (
    <Card title={t("subscribers.page")} isFlush>
      {change.error ? (
        <Box pt="md" px="md">
          <FailureNotice error={change.error} />
        </Box>
      ) : null}
      <Fieldset variant="unstyled" disabled={!canEdit}>
        <SwitchRow label={t("subscribers.isOpen")} isOn={shown.isOpen} onChange={(isOpen) => set({ isOpen })}>
          {t("subscribers.isOpenHelp")}
        </SwitchRow>
        <SwitchRow
          label={t("subscribers.doubleOptin")}
          isOn={shown.doubleOptin}
          onChange={(doubleOptin) => set({ doubleOptin })}
        >
          {t("subscribers.doubleOptinHelp")}
        </SwitchRow>
      </Fieldset>
      {shown.isOpen ? (
        <Stack gap={6} px="md" pt="sm" pb="md" fz="sm" lh="sm" style={{ borderBlockStart: "1px solid var(--line)" }}>
          <Text inherit c="var(--text2)">
            {t("subscribers.address")}
          </Text>
          <Box component="code" className="mono" style={{ overflowWrap: "anywhere" }}>
            {setting.page}
          </Box>
          <Group gap="8px 16px" wrap="nowrap">
            <Button onClick={() => copy(setting.page)}>
              <Flex component="span" display="inline-flex" gap={6} align="center" aria-live="polite">
                <IconCopy size={14} stroke={1.7} aria-hidden="true" />
                {t(wasCopied ? "ui.copied" : "terms.copy")}
              </Flex>
            </Button>
            <Flex
              component="a"
              display="inline-flex"
              gap={6}
              align="center"
              href={setting.page}
              target="_blank"
              rel="noreferrer"
            >
              <IconExternalLink size={14} stroke={1.7} aria-hidden="true" />
              {t("words.open")}
            </Flex>
          </Group>
        </Stack>
      ) : null}
    </Card>
  );
}
