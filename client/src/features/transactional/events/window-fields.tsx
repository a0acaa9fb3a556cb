import { Flex } from "@mantine/core";
import { useTranslation } from "@/lib/i18n/translation";
import { DateTimeField } from "@/ui/dates/date-time-field";
import type { EventsAddress } from "./event-window";

interface Props {
  readonly address: EventsAddress;
  readonly onChange: (ends: Partial<Pick<EventsAddress, "from" | "to">>) => void;
}

/** Start and end of a custom period. */
export function WindowFields({ address: { from, to }, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <Flex gap="sm" wrap="wrap" mb="sm" data-filter-bar>
      <DateTimeField
        size="sm"
        label={t("terms.from")}
        value={from ?? ""}
        onChange={(minute) => onChange({ from: minute || undefined })}
      />
      <DateTimeField
        size="sm"
        label={t("terms.to")}
        value={to ?? ""}
        onChange={(minute) => onChange({ to: minute || undefined })}
      />
    </Flex>
  );
}
