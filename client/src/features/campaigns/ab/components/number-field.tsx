import { NumberInput } from "@mantine/core";
import { useEffect, useEffectEvent, useState } from "react";
import { integer } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import type { NumberName, UnfinishedNumbers } from "../use-unfinished-numbers";

interface Props {
  readonly label: string;
  readonly description: string;
  readonly name: NumberName;
  readonly numbers: UnfinishedNumbers;
  readonly value: number;
  readonly min: number;
  readonly max: number;
  /** Digits after the decimal point. */
  readonly decimals?: number;
  readonly suffix?: string;
  /** Gets every finished number within the bounds. */
  readonly onEdit: (value: number) => void;
}

/** A number in a form that saves while one types. The field shows the typed text until it is left with a valid number. */
export function NumberField({
  label,
  description,
  name,
  numbers,
  value,
  min,
  max,
  decimals = 0,
  suffix = "",
  onEdit,
}: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | number>();
  const isUnfinished = numbers.has(name);

  function parse(text: string | number): number | undefined {
    const number = /^\d+(\.\d+)?$/.test(String(text)) ? Number(text) : Number.NaN;
    return number >= min && number <= max ? number : undefined;
  }

  // An invalid text that is no longer marked was given up for a teammate's version.
  if (typed !== undefined && !isUnfinished && parse(typed) === undefined) setTyped(undefined);

  function write(text: string | number): void {
    const number = parse(text);
    setTyped(text);
    if (number !== undefined && (isUnfinished || number !== value)) onEdit(number);
    if (isUnfinished !== (number === undefined)) numbers.mark(name, !isUnfinished);
  }

  function leave(): void {
    if (typed === undefined) return;
    const text = String(typed).replace(/\.$/, "");
    if (parse(text) === undefined) return;
    if (isUnfinished) write(text);
    setTyped(undefined);
  }

  // A removed field takes its text along.
  const release = useEffectEvent(() => {
    if (isUnfinished) numbers.mark(name, false);
  });
  useEffect(() => () => release(), []);

  return (
    <NumberInput
      label={label}
      description={description}
      value={typed ?? value}
      min={min}
      max={max}
      suffix={suffix}
      allowDecimal={decimals > 0}
      decimalScale={decimals}
      clampBehavior="none"
      error={isUnfinished ? t("campaigns.numberBounds", { least: integer(min), most: integer(max) }) : undefined}
      onChange={write}
      onBlur={leave}
    />
  );
}
