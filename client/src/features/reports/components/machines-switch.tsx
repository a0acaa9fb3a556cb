import { useSearchParams } from "react-router";
import { useTranslation } from "@/lib/i18n/translation";
import { Segmented } from "@/ui/components/segmented";
import { type ReportOf, withMachines } from "../report-of";

/** Whether what machines opened and clicked counts, for every figure and rate of the report; kept in the address. */
export function MachinesSwitch({ of }: { readonly of: ReportOf }) {
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
      onChange={(machines) => setParams(withMachines(params, machines), { preventScrollReset: true, replace: true })}
    />
  );
}
