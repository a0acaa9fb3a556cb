import { NumberInput } from "@mantine/core";
import { useEffect, useEffectEvent, useState } from "react";
import { formatInteger } from "@/lib/filters";
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
  readonly decimals?: number;
  readonly suffix?: string;
  /** Called with each complete number within the bounds. */
  readonly onEdit: (value: number) => void;
}

/** Number field of an autosaved form. Shows the typed text until the field loses focus with a valid number. */
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

  // An invalid text without a mark was discarded in favour of a teammate's version.
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

  // A removed field must not stay marked as unfinished.
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
      error={
        isUnfinished ? t("campaigns.numberBounds", { least: formatInteger(min), most: formatInteger(max) }) : undefined
      }
      onChange={write}
      onBlur={leave}
    />
  );
}
