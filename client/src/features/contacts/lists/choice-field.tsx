import { Text } from "@mantine/core";
import classes from "./lists.module.css";

interface Props<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly Value[];
  /** What an option is called. */
  readonly words: (value: Value) => string;
  readonly help?: string | undefined;
  readonly onChange: (value: Value) => void;
}

/** One of a few, in the browser's own list. */
export function ChoiceField<Value extends string>({ label, value, options, words, help, onChange }: Props<Value>) {
  return (
    <label className={classes.field}>
      <Text span size="sm" fw={500}>
        {label}
      </Text>
      <select
        className={classes.select}
        value={value}
        onChange={({ currentTarget }) => onChange(options.find((each) => each === currentTarget.value) ?? value)}
      >
        {options.map((each) => (
          <option key={each} value={each}>
            {words(each)}
          </option>
        ))}
      </select>
      {help ? (
        <Text span size="sm" c="var(--text2)">
          {help}
        </Text>
      ) : null}
    </label>
  );
}
