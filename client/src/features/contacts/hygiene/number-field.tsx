import { TextInput } from "@mantine/core";
import type { ChangeEvent } from "react";

interface Props {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly most: number;
  readonly error: string | undefined;
  readonly isReadOnly: boolean;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

/** An input of a whole number. */
export function NumberField({ most, isReadOnly, ...input }: Props) {
  return (
    <TextInput
      {...input}
      size="sm"
      type="number"
      inputMode="numeric"
      min={1}
      max={most}
      readOnly={isReadOnly}
      classNames={{ input: "figures" }}
      styles={{ input: { inlineSize: 96 } }}
    />
  );
}
