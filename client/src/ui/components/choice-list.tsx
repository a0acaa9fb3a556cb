import { Fieldset, Group, Radio } from "@mantine/core";
import { type ReactNode, useId } from "react";
import classes from "./choice-list.module.css";

interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
  readonly help?: string;
  readonly icon?: ReactNode;
}

interface Props<Value extends string> {
  readonly legend: ReactNode;
  readonly value: Value | undefined;
  readonly options: readonly Option<Value>[];
  readonly look?: "plain" | "framed";
  /** Lays the options side by side where there is space. */
  readonly isWide?: boolean;
  readonly isDisabled?: boolean;
  /** Whether a dialog focuses the first option. */
  readonly takesFocus?: boolean;
  readonly onChange: (value: Value) => void;
}

/** Radio buttons with a description of each option, all visible. */
export function ChoiceList<Value extends string>(props: Props<Value>) {
  const { legend, value, options, look = "plain", isWide, isDisabled, takesFocus, onChange } = props;
  const name = useId();
  return (
    <Fieldset
      variant="unstyled"
      legend={legend}
      disabled={isDisabled ?? false}
      classNames={{ legend: classes.legend ?? "" }}
    >
      <div className={classes.options} data-wide={isWide || undefined}>
        {options.map((option, index) => (
          <Radio
            key={option.value}
            name={name}
            value={option.value}
            classNames={{ root: classes.option ?? "", inner: classes.mark ?? "" }}
            mod={{ look }}
            label={option.icon ? <OptionLabel {...option} /> : option.label}
            description={option.help}
            checked={option.value === value}
            data-autofocus={(takesFocus && index === 0) || undefined}
            onChange={() => onChange(option.value)}
          />
        ))}
      </div>
    </Fieldset>
  );
}

function OptionLabel({ icon, label }: Pick<Option<string>, "icon" | "label">) {
  return (
    <Group component="span" gap="xs" wrap="nowrap" fw={500}>
      {icon}
      {label}
    </Group>
  );
}
