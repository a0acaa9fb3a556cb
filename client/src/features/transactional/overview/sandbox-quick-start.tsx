import { Stack, Text } from "@mantine/core";
import { useCan } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import type { TrxOverview } from "../shapes";
import { CreateKey } from "./create-key";
import { QuickStart } from "./quick-start";
import { useStartKeys } from "./start-keys";

/** Offers the quick start with a sandbox key while a domain waits for DNS. */
export function SandboxQuickStart({ overview }: { readonly overview: TrxOverview }) {
  const { t } = useTranslation();
  const canCreate = useCan()("transactional.keys");
  const hasStarted = useStartKeys().sandbox !== undefined || overview.firstMessage !== null;
  if (hasStarted) {
    return (
      <Stack component="section" gap="sm" aria-label={t("transactional.start.sandbox.title")}>
        <Text component="h2" fz="md" lh="md" fw={600}>
          {t("transactional.start.sandbox.title")}
        </Text>
        <QuickStart overview={overview} />
      </Stack>
    );
  }
  if (!canCreate) return null;
  return (
    <Card title={t("transactional.start.sandbox.title")}>
      <Stack gap="sm">
        <Text size="sm" lh="md" maw={720} c="var(--text2)">
          {t("transactional.start.sandbox.help")}
        </Text>
        <CreateKey kind="sandbox" isAnother={false} />
      </Stack>
    </Card>
  );
}
