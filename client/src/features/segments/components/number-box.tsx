import { Input } from "@mantine/core";
import { useState } from "react";
import { describeInput } from "@/ui/describe-input";
import classes from "./builder.module.css";

interface Props {
  readonly label: string;
  readonly value: number | null;
  readonly isWhole?: boolean;
  readonly isWrong?: boolean;
  readonly part: string;
  readonly describedBy?: string | undefined;
  readonly onChange: (value: number | null) => void;
}

/** Parses a typed number, also with a decimal comma; null if it is invalid. */
export function parseNumber(text: string): number | null {
  const plain = text.trim().replace(",", ".");
  return /^-?(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null;
}

/** A number input. The text stays as typed while it means the number. */
export function NumberBox({ label, value, isWhole = false, isWrong, part, describedBy, onChange }: Props) {
  const [typed, setTyped] = useState<string>();
  const text = typed !== undefined && parseNumber(typed) === value ? typed : value === null ? "" : String(value);
  return (
    <Input
      className={classes.number ?? ""}
      size="xs"
      data-part={part}
      inputMode={isWhole ? "numeric" : "decimal"}
      maxLength={20}
      aria-label={label}
      error={isWrong}
      {...describeInput(describedBy)}
      value={text}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        onChange(parseNumber(currentTarget.value));
      }}
    />
  );
}
