import { Box, Group, Stack, Text, TextInput } from "@mantine/core";
import { useId, useRef } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { insertText } from "@/lib/text-insert";
import { describeInput } from "@/ui/describe-input";
import { TagMenu } from "@/ui/merge-tags/tag-menu";
import { useTagCompletion } from "@/ui/merge-tags/use-tag-completion";
import { useTags } from "../composer-data";
import type { TextError } from "../draft";
import { TextErrorLine } from "./text-error-line";

interface Props {
  readonly label: string;
  readonly help: string;
  readonly value: string;
  readonly maxLength: number;
  readonly placeholder?: string | undefined;
  readonly textError: TextError | undefined;
  readonly onChange: (value: string) => void;
}

/** Single-line text field that supports merge tags. */
export function MergeTagInput({ label, help, value, maxLength, placeholder, textError, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const box = useRef<HTMLInputElement>(null);
  const fields = useTags();
  const completion = useTagCompletion(box, { fields });
  return (
    <Stack gap={4}>
      <Group gap="sm" justify="space-between" wrap="nowrap" fz="sm" lh="sm" fw={500}>
        <label htmlFor={id}>{label}</label>
        <TagMenu
          fields={fields}
          target={label}
          onInsert={(tag) => {
            // The menu first returns focus to its button.
            requestAnimationFrame(() => box.current && insertText(box.current, tag));
          }}
        />
      </Group>
      <Box pos="relative">
        <TextInput
          id={id}
          ref={box}
          size="md"
          value={value}
          maxLength={maxLength}
          placeholder={placeholder}
          error={textError !== undefined}
          {...describeInput(`${id}-below`)}
          {...completion.props}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {completion.list}
      </Box>
      <div id={`${id}-below`}>
        {textError ? (
          <TextErrorLine textError={textError} text={value} box={box} />
        ) : (
          <Text size="xs" c="dimmed">
            {value ? t("campaigns.characters", { help, count: [...value].length }) : help}
          </Text>
        )}
      </div>
    </Stack>
  );
}
