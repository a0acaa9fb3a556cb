import { useId } from "react";
import classes from "./config.module.css";

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

/** Several of a few, all of them in sight. */
export function Choices<Value extends string>({ label, help, error, options, chosen, onChange }: Props<Value>) {
  const id = useId();
  const below = error ?? help;
  return (
    <fieldset
      className={classes.choices}
      aria-describedby={below ? id : undefined}
      aria-invalid={error ? true : undefined}
    >
      <legend>{label}</legend>
      <div className={classes.boxes}>
        {options.map((option) => (
          <label key={option.value} className={classes.box}>
            <input
              type="checkbox"
              checked={chosen.includes(option.value)}
              onChange={({ currentTarget: { checked } }) =>
                // In the order of the options, whatever was ticked first.
                onChange(
                  options
                    .map(({ value }) => value)
                    .filter((value) => (value === option.value ? checked : chosen.includes(value))),
                )
              }
            />
            <span>
              {option.label}
              {option.help ? <small>{option.help}</small> : null}
            </span>
          </label>
        ))}
      </div>
      {below ? (
        <p id={id} className={error ? classes.wrong : undefined}>
          {below}
        </p>
      ) : null}
    </fieldset>
  );
}
