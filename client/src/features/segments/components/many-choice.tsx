import { MultiSelect } from "@mantine/core";
import "@mantine/core/styles/Popover.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import "@mantine/core/styles/Combobox.layer.css";
import "@mantine/core/styles/Pill.layer.css";
import "@mantine/core/styles/PillsInput.layer.css";
import { useTranslation } from "@/lib/i18n/translation";
import { describeInput } from "@/ui/describe-input";
import classes from "./builder.module.css";

interface Props {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly chosen: readonly string[];
  readonly isWrong?: boolean;
  readonly describedBy?: string | undefined;
  readonly onChange: (chosen: readonly string[]) => void;
}

/** A searchable choice of several options. */
export function ManyChoice({ label, options, chosen, isWrong = false, describedBy, onChange }: Props) {
  const { t } = useTranslation();
  // Chosen options that have been deleted can still be removed.
  const deletedValues = chosen.filter((one) => !options.some(({ value }) => value === one));
  const data = [...options, ...deletedValues.map((value) => ({ value, label: t("terms.deleted") }))];
  return (
    <MultiSelect
      className={classes.many ?? ""}
      data-part="value"
      size="xs"
      aria-label={label}
      {...describeInput(describedBy, "inputField")}
      error={isWrong}
      {...(chosen.length === 0 ? { placeholder: t("segments.choose") } : {})}
      data={data}
      value={[...chosen]}
      onChange={onChange}
      searchable
      hidePickedOptions
      nothingFoundMessage={t("terms.noMatches")}
      comboboxProps={{ shadow: "none" }}
      withErrorStyles
    />
  );
}
