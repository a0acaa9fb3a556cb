import { NativeSelect } from "@mantine/core";
import { toTextKey } from "@/lib/i18n/translation";
import { Segmented } from "@/ui/components/segmented";
import { useInspector } from "../inspector";
import type { ControlProps } from "./control-props";
import classes from "./panel.module.css";

/** More options are a select instead of buttons side by side. */
const MAX_BUTTONS = 3;

export function ChoiceControl({ field, label, value, onChange }: ControlProps) {
  const { texts, t } = useInspector();
  const options = field.choices.map((each) => ({
    value: each,
    label: t(toTextKey(`${texts}.choices.${each}`)),
  }));
  if (options.length <= MAX_BUTTONS) {
    return (
      <div className={classes.field}>
        <span aria-hidden="true">{label}</span>
        <Segmented label={label} value={String(value)} options={options} isWide onChange={onChange} />
      </div>
    );
  }
  return (
    <NativeSelect
      label={label}
      size="sm"
      data={options}
      value={String(value)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
