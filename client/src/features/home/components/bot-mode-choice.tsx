import { useTranslation } from "@/lib/i18n/translation";
import { Segmented } from "@/ui/components/segmented";

export type BotMode = "exclude" | "include";

/** Whether bot opens and clicks count, from the address. */
export function readBotMode(params: URLSearchParams): BotMode {
  return params.get("machines") === "include" ? "include" : "exclude";
}

/** `params` with the choice; the default is omitted. */
export function writeBotMode(machines: BotMode, params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params);
  if (machines === "include") next.set("machines", machines);
  else next.delete("machines");
  return next;
}

interface Props {
  readonly value: BotMode;
  readonly onChange: (value: BotMode) => void;
}

/** Control for all rates: people only, or including bot opens and clicks. */
export function BotModeChoice({ value, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <Segmented
      label={t("terms.botOpensAndClicks")}
      value={value}
      options={[
        { value: "exclude", label: t("terms.excludeBots") },
        { value: "include", label: t("terms.includeBots") },
      ]}
      onChange={onChange}
    />
  );
}
