import { Box, Group, Stack, Text, Textarea } from "@mantine/core";
import { IconBold, IconH1, IconItalic, IconLink, IconList, IconQuote } from "@tabler/icons-react";
import { useId, useRef } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { insertText, prefixLines, wrapSelection } from "@/lib/text-insert";
import { IconButton } from "@/ui/components/icon-button";
import { describeInput } from "@/ui/describe-input";
import { TagMenu } from "@/ui/merge-tags/tag-menu";
import { useTagCompletion } from "@/ui/merge-tags/use-tag-completion";
import { useTags } from "../composer-data";
import { type Content, MAX_LENGTHS, type TextError } from "../draft";
import classes from "./body-editor.module.css";
import { TextErrorLine } from "./text-error-line";

interface Props {
  readonly content: Content;
  readonly textError: TextError | undefined;
  readonly onChange: (body: string) => void;
}

const ICON = { size: 16, stroke: 1.7, "aria-hidden": true } as const;

/** Text editor of the email with a toolbar for Markdown. */
export function BodyEditor({ content, textError, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  const fields = useTags();
  const completion = useTagCompletion(box, { fields, withEmailTags: true });
  const isMarkdown = content.kind === "markdown";
  const act = (change: (area: HTMLTextAreaElement) => void) => () => {
    if (box.current) change(box.current);
  };
  const marks = [
    { key: "heading", Icon: IconH1, onClick: act((area) => prefixLines(area, "## ")) },
    { key: "bold", Icon: IconBold, onClick: act((area) => wrapSelection(area, "**", "**", t("campaigns.marks.bold"))) },
    {
      key: "italic",
      Icon: IconItalic,
      onClick: act((area) => wrapSelection(area, "*", "*", t("campaigns.marks.italic"))),
    },
    {
      key: "link",
      Icon: IconLink,
      onClick: act((area) => wrapSelection(area, "[", "](https://)", t("campaigns.marks.link"))),
    },
    { key: "list", Icon: IconList, onClick: act((area) => prefixLines(area, "- ")) },
    { key: "quote", Icon: IconQuote, onClick: act((area) => prefixLines(area, "> ")) },
  ] as const;
  return (
    <Stack gap={4}>
      <Group gap="sm" justify="space-between" wrap="nowrap" fz="sm" lh="sm" fw={500}>
        <label htmlFor={id}>{t(isMarkdown ? "terms.text" : "terms.html")}</label>
        <Group gap={2}>
          {isMarkdown
            ? marks.map(({ key, Icon, onClick }) => (
                <IconButton key={key} size="row" label={t(`campaigns.marks.${key}`)} onClick={onClick}>
                  <Icon {...ICON} />
                </IconButton>
              ))
            : null}
          <TagMenu
            fields={fields}
            target={t("terms.content")}
            withEmailTags
            onInsert={(tag) => requestAnimationFrame(act((area) => insertText(area, tag)))}
          />
        </Group>
      </Group>
      <Box pos="relative">
        <Textarea
          id={id}
          ref={box}
          className={classes.area}
          data-mono={isMarkdown ? undefined : true}
          value={content.body}
          maxLength={MAX_LENGTHS.body}
          rows={18}
          error={textError !== undefined}
          {...describeInput(`${id}-below`)}
          spellCheck={isMarkdown}
          {...completion.props}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
        {completion.list}
      </Box>
      <div id={`${id}-below`}>
        {textError ? (
          <TextErrorLine textError={textError} text={content.body} box={box} />
        ) : (
          <Text size="xs" c="dimmed">
            {t("campaigns.bodyHelp", { plain: "{{ firstname }}", fallback: '{{ firstname | fallback: "friend" }}' })}
          </Text>
        )}
      </div>
    </Stack>
  );
}
