import { Box, Text } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import type { Consent } from "../timeline-data";

/** Proof of a consent: how it was given, its text and its source. */
export function ConsentDetails({ consent }: { readonly consent: Consent }) {
  const { t } = useTranslation();
  const from = [consent.ip, consent.userAgent].filter(Boolean).join(", ");
  return (
    <>
      <Box component="p" m={0} c="var(--text2)">
        {t(`person.ways.${consent.way}`)}
        {consent.file ? `: ${consent.file}` : null}
      </Box>
      {consent.reason ? (
        <Box component="p" m={0} c="var(--text2)">
          {t(`person.reasons.${consent.reason}`)}
        </Box>
      ) : null}
      {consent.words ? (
        <Box component="p" m={0} c="var(--text2)">
          “{consent.words}”
        </Box>
      ) : null}
      {from ? (
        <Text size="xs" ff="monospace" c="var(--text2)">
          {from}
        </Text>
      ) : null}
    </>
  );
}
