import { useSearchParams } from "react-router";
import { useTranslation } from "@/lib/i18n/translation";
import { Segmented } from "@/ui/components/segmented";
import { type ReportRef, setBotModeParam } from "../report-ref";

/** Includes or excludes bot opens and clicks in the whole report. The choice is part of the URL. */
export function BotModeSwitch({ of }: { readonly of: ReportRef }) {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();
  return (
    <Segmented
      label={t("terms.botOpensAndClicks")}
      value={of.machines}
      options={[
        { value: "exclude", label: t("terms.excludeBots") },
        { value: "include", label: t("terms.includeBots") },
      ]}
      onChange={(machines) => setParams(setBotModeParam(params, machines), { preventScrollReset: true, replace: true })}
    />
  );
}
