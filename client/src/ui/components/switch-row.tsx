import { Box, Text } from "@mantine/core";
import { type ReactNode, useId } from "react";
import classes from "./switch-row.module.css";

interface Props {
  readonly label: string;
  /** What follows from it. */
  readonly children: ReactNode;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** Something that is on or off and takes effect at once, with what follows from it. */
export function SwitchRow({ label, children, isOn, onChange }: Props) {
  const id = useId();
  return (
    <label className={classes.row} htmlFor={id}>
      <span>
        <Box component="span" display="block" fw={500} id={`${id}-label`}>
          {label}
        </Box>
        <Text span display="block" size="sm" mt={2} c="var(--text2)" id={`${id}-help`}>
          {children}
        </Text>
      </span>
      <input
        id={id}
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        checked={isOn}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-help`}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
    </label>
  );
}
