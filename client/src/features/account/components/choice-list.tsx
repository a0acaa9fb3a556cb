import { Box, Text } from "@mantine/core";
import { useId } from "react";
import classes from "./choice-list.module.css";

interface Props<Value extends string> {
  readonly legend: string;
  readonly value: Value;
  /** Each with what people see when it is chosen. */
  readonly options: readonly { readonly value: Value; readonly label: string; readonly help: string }[];
  readonly onChange: (value: Value) => void;
}

/** One of a few ways that need a sentence each. */
export function ChoiceList<Value extends string>({ legend, value, options, onChange }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className={classes.choices}>
      <legend>
        <Box component="span" display="block" pt="md" pb={4} px="md" fw={500}>
          {legend}
        </Box>
      </legend>
      {options.map((option) => (
        <label key={option.value} className={classes.choice}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            aria-labelledby={`${name}-${option.value}`}
            aria-describedby={`${name}-${option.value}-help`}
            onChange={() => onChange(option.value)}
          />
          <span>
            <Box component="span" display="block" fw={500} id={`${name}-${option.value}`}>
              {option.label}
            </Box>
            <Text span display="block" size="sm" mt={2} c="var(--text2)" id={`${name}-${option.value}-help`}>
              {option.help}
            </Text>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
