import { Stack, Text } from "@mantine/core";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { DescriptionList } from "@/ui/components/description-list";
import type { ContactImport } from "../imports-data";

const COUNTS = ["asked", "confirmed", "declined", "waiting"] as const;

const DOTS = { asked: "info", confirmed: "ok", declined: "off", waiting: "warn" } as const;

type Confirmation = NonNullable<ContactImport["confirmation"]>;

/** Numbers of confirmation requests and their responses; the remaining contacts can still respond. */
function countResponses({ asked, confirmed, declined }: Confirmation) {
  return { asked, confirmed, declined, waiting: Math.max(0, asked - confirmed - declined) };
}

/** Confirmation requests of an import, below its result: sent, answered and pending. */
export function ConfirmationLine({ status }: { readonly status: ContactImport }) {
  const { t } = useTranslation();
  const { confirmation } = status;
  if (!confirmation || status.state === "RUNNING") return null;
  const figures = countResponses(confirmation);
  const left = confirmation.toAsk - confirmation.asked;
  return (
    <Stack component="section" gap={10} aria-label={t("contacts.confirmation.title")}>
      <DescriptionList layout="figures" minWidth={88}>
        {COUNTS.map((kind) => (
          <div key={kind} data-dot={DOTS[kind]}>
            <dt>{t(`contacts.confirmation.${kind}`)}</dt>
            <dd>{formatInteger(figures[kind])}</dd>
          </div>
        ))}
      </DescriptionList>
      {confirmation.askWaits ? (
        <Text size="sm" c="var(--text2)">
          {t("contacts.confirmation.askWaits")}
        </Text>
      ) : null}
      {left > 0 && !confirmation.askWaits && status.state !== "UNDONE" ? (
        <Text size="sm" c="var(--text2)">
          {t("contacts.confirmation.left", { count: left, total: formatInteger(left) })}
        </Text>
      ) : null}
    </Stack>
  );
}

/** Confirmation requests of an import, in a row of the history. */
export function ConfirmationSummary({ item }: { readonly item: ContactImport }) {
  const { t } = useTranslation();
  if (!item.confirmation || item.state === "RUNNING") return null;
  const { asked, confirmed, waiting } = countResponses(item.confirmation);
  return (
    <Text component="small" display="block" size="xs" c="var(--text2)">
      {t("contacts.confirmation.words", {
        asked: formatInteger(asked),
        confirmed: formatInteger(confirmed),
        waiting: formatInteger(waiting),
      })}
    </Text>
  );
}
