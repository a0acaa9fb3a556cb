import { Switch } from "@mantine/core";
import { type ReactNode, useId } from "react";
import classes from "./switch-row.module.css";

interface Props {
  readonly label: string;
  /** Description of the effect. */
  readonly children: ReactNode;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A setting that is on or off and takes effect immediately, with a description. */
export function SwitchRow({ label, children, isOn, onChange }: Props) {
  const id = useId();
  return (
    <Switch
      classNames={{ root: classes.row ?? "", body: classes.body ?? "" }}
      labelPosition="left"
      label={<span id={id}>{label}</span>}
      // Mantine's label would include the description.
      aria-labelledby={id}
      description={children}
      checked={isOn}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}
