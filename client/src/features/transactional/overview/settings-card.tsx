import { Box, Button, Stack } from "@mantine/core";
import { lazy, Suspense, useState } from "react";
import { Link } from "react-router";
import { useCan } from "@/features/session/public";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { LoadFailed } from "@/ui/components/load-failed";
import { formatTerm } from "../events/search-terms";
import { useSettings } from "./settings-data";

const loadDialog = async () => ({ default: (await import("./settings-dialog")).SettingsDialog });
const SettingsDialog = lazy(loadDialog);
const QUARANTINED_EVENTS_PATH = `/events?${new URLSearchParams({ q: formatTerm("type", "held") })}`;

/** Retention of message content and the rules for holding messages. */
export function SettingsCard() {
  const { t } = useTranslation();
  const canDecide = useCan()("transactional.body");
  const [isOpen, setOpen] = useState(false);
  const settings = useSettings();
  const { data } = settings;
  return (
    <Card
      title={t("transactional.settings.title")}
      aside={
        canDecide && data ? (
          <Button variant="subtle" size="xs" onClick={() => setOpen(true)}>
            {t("terms.edit")}
          </Button>
        ) : undefined
      }
    >
      {settings.isLoadingError ? (
        <LoadFailed failure={settings.error} onRetry={() => void settings.refetch()} />
      ) : (
        <Stack gap="xs" fz="sm" c="var(--text2)">
          <Box component="p" m={0}>
            {data ? t("transactional.settings.kept", { count: data.bodyDays }) : t("words.loading")}
          </Box>
          {data?.holdAll || data?.holdAbove ? (
            <Box component="p" m={0}>
              {data.holdAll
                ? t("transactional.settings.waits")
                : t("transactional.settings.waitsAbove", {
                    count: data.holdAbove ?? 0,
                    total: formatInteger(data.holdAbove ?? 0),
                  })}{" "}
              <Link to={QUARANTINED_EVENTS_PATH}>{t("transactional.settings.held")}</Link>
            </Box>
          ) : null}
        </Stack>
      )}
      <Suspense fallback={null}>
        {isOpen && data ? <SettingsDialog settings={data} onClose={() => setOpen(false)} /> : null}
      </Suspense>
    </Card>
  );
}
