import { NativeSelect } from "@mantine/core";

interface Props<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly Value[];
  /** Label of an option. */
  readonly words: (value: Value) => string;
  readonly help?: string | undefined;
  readonly onChange: (value: Value) => void;
}

/** A native select with a few options. */
export function ChoiceField<Value extends string>({ label, value, options, words, help, onChange }: Props<Value>) {
  return (
    <NativeSelect
      inputWrapperOrder={["label", "input", "description"]}
      label={label}
      description={help}
      value={value}
      data={options.map((each) => ({ value: each, label: words(each) }))}
      onChange={({ currentTarget }) => onChange(options.find((each) => each === currentTarget.value) ?? value)}
    />
  );
}
