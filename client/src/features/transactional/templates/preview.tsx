import { Box, Button, Flex, Group, Text } from "@mantine/core";
import { useState } from "react";
import { isFailure } from "@/lib/api/failure";
import { useTranslation } from "@/lib/i18n/translation";
import { Notice } from "@/ui/components/notice";
import { Segmented } from "@/ui/components/segmented";
import type { Template, TemplateVersion } from "../shapes";
import { describeProblem } from "./draft";
import classes from "./templates.module.css";
import { useRenderedVersion } from "./templates-data";

interface Props {
  readonly template: Template;
  readonly version: TemplateVersion | undefined;
  /** Whether unsaved edits are missing from the preview. */
  readonly isBehind: boolean;
  readonly onTest: (() => void) | undefined;
}

/** A saved version rendered with its test data, as HTML and text. */
export function Preview({ template, version, isBehind, onTest }: Props) {
  const { t } = useTranslation();
  const [form, setForm] = useState<"html" | "text">("html");
  const filled = useRenderedVersion(template.id, version, template.updatedAt);
  const { data } = filled;
  const isText = form === "text" || data?.htmlUrl === null;
  return (
    <section className={classes.pane} aria-label={t("terms.preview")}>
      <Group gap="xs" className={classes.line ?? ""}>
        <Segmented
          label={t("terms.preview")}
          value={isText ? "text" : "html"}
          options={(["html", "text"] as const).map((value) => ({
            value,
            label: t(`transactional.templates.parts.${value}`),
          }))}
          onChange={setForm}
        />
        {onTest ? (
          <Flex component="span" gap="xs" ms="auto">
            <Button disabled={isBehind || !version} onClick={onTest}>
              {t("transactional.templates.testSend")}
            </Button>
          </Flex>
        ) : null}
      </Group>
      {isBehind ? (
        <Text size="xs" c="dimmed">
          {t("transactional.templates.behind")}
        </Text>
      ) : null}
      {filled.isError && isFailure(filled.error) ? (
        <Notice kind="bad">{describeProblem(filled.error, t)}</Notice>
      ) : data ? (
        <>
          <Box component="p" m={0} dir="auto">
            <b>{data.subject || t("transactional.noSubject")}</b>
          </Box>
          {data.missing.length > 0 ? (
            <Notice kind="info">{t("transactional.templates.missing", { tags: data.missing.join(", ") })}</Notice>
          ) : null}
          {isText || data.htmlUrl === null ? (
            <pre className={classes.text} dir="auto">
              {data.text}
            </pre>
          ) : (
            <iframe
              className={classes.frame}
              title={t("terms.preview")}
              src={data.htmlUrl}
              sandbox=""
              referrerPolicy="no-referrer"
            />
          )}
        </>
      ) : (
        <div className={classes.frame} aria-hidden="true" />
      )}
    </section>
  );
}
