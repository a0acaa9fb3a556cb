import { NativeSelect } from "@mantine/core";
import { formatDate } from "@/lib/dates";
import { useTranslation } from "@/lib/i18n/translation";
import { DateField } from "@/ui/dates/date-field";
import { EXPIRIES, type Expiry } from "../key-expiry";

interface Props {
  readonly value: Expiry;
  readonly error: string | undefined;
  readonly onChange: (expiry: Expiry) => void;
}

export function KeyExpiryField({ value: expiry, error, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <NativeSelect
        inputWrapperOrder={["label", "input", "description", "error"]}
        label={t("transactional.config.apikey.expiry")}
        description={t("transactional.config.apikey.expiryHelp")}
        error={expiry.choice === "day" ? undefined : error}
        value={expiry.choice}
        onChange={({ currentTarget: { value } }) =>
          onChange({ ...expiry, choice: EXPIRIES.find((choice) => choice === value) ?? "never" })
        }
        data={EXPIRIES.map((value) => ({ value, label: t(`transactional.config.apikey.expiries.${value}`) }))}
      />
      {expiry.choice === "day" ? (
        <DateField
          label={t("transactional.config.apikey.lastDay")}
          min={formatDate(Date.now(), "YYYY-MM-DD")}
          value={expiry.day}
          error={error}
          onChange={(day) => onChange({ ...expiry, day })}
        />
      ) : null}
    </>
  );
}
