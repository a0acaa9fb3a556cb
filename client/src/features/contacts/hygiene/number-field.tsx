import { Input } from "@mantine/core";
import classes from "./hygiene.module.css";

interface Props {
  readonly label: string;
  readonly value: string;
  readonly most: number;
  readonly isWrong: boolean;
  readonly describedBy: string;
  readonly isReadOnly: boolean;
  readonly onChange: (value: string) => void;
}

/** An input of a whole number. */
export function NumberField({ label, value, most, isWrong, describedBy, isReadOnly, onChange }: Props) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the input of Mantine is inside
    <label className={classes.label}>
      <span>{label}</span>
      <Input
        classNames={{ input: "figures" }}
        w={96}
        size="sm"
        withAria={false}
        type="number"
        inputMode="numeric"
        min={1}
        max={most}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? describedBy : undefined}
        readOnly={isReadOnly}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </label>
  );
}
