import { Checkbox, Fieldset, Input } from "@mantine/core";
import { useId } from "react";
import classes from "./choices.module.css";

export interface Choice<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly help?: string | undefined;
}

interface Props<Value extends string> {
  readonly label: string;
  readonly help?: string | undefined;
  readonly error?: string | undefined;
  readonly options: readonly Choice<Value>[];
  readonly chosen: readonly Value[];
  readonly onChange: (chosen: readonly Value[]) => void;
}

/** Group of checkboxes for a few options. */
export function Choices<Value extends string>({ label, help, error, options, chosen, onChange }: Props<Value>) {
  const id = useId();
  const below = error ?? help;
  return (
    <Fieldset
      variant="unstyled"
      legend={label}
      classNames={{ legend: classes.legend ?? "" }}
      aria-describedby={below ? id : undefined}
      aria-invalid={error ? true : undefined}
    >
      <div className={classes.boxes}>
        {options.map((option) => (
          <Checkbox
            key={option.value}
            label={option.label}
            description={option.help}
            checked={chosen.includes(option.value)}
            onChange={({ currentTarget: { checked } }) =>
              // In the order of the options, not of the clicks.
              onChange(
                options
                  .map(({ value }) => value)
                  .filter((value) => (value === option.value ? checked : chosen.includes(value))),
              )
            }
          />
        ))}
      </div>
      {error ? (
        <Input.Error id={id}>{error}</Input.Error>
      ) : help ? (
        <Input.Description id={id}>{help}</Input.Description>
      ) : null}
    </Fieldset>
  );
}
