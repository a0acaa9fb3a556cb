import { useTranslation } from "@/lib/i18n/translation";
import { Segmented } from "@/ui/components/segmented";

export type Machines = "exclude" | "include";

/** In the address: whether what machines opened and clicked counts as well. */
export function readMachines(params: URLSearchParams): Machines {
  return params.get("machines") === "include" ? "include" : "exclude";
}

/** `params` with the choice written in; what is usual is left out. */
export function writeMachines(machines: Machines, params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params);
  if (machines === "include") next.set("machines", machines);
  else next.delete("machines");
  return next;
}

interface Props {
  readonly value: Machines;
  readonly onChange: (value: Machines) => void;
}

/** The one control of all rates: what people opened and clicked, or machines as well. */
export function MachinesChoice({ value, onChange }: Props) {
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
