import { useMutation } from "@tanstack/react-query";
import { mutation } from "@/lib/api/data";
import { FailureNotice } from "@/ui/components/failure-notice";
import "@/ui/theme/overlay-styles";
import { Box, Button, Fieldset, Flex, Group, Radio, Stack, Textarea } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { useForm } from "@/ui/use-form";

const SCORES = [1, 2, 3, 4, 5] as const;
const MAX_COMMENT_CHARACTERS = 2000;

/** Asks for a satisfaction score and an optional comment on our help (SUP-16). */
export function CsatForm() {
  const { t } = useTranslation();
  const [score, setScore] = useState<number>();
  const send = useMutation(mutation("post", "/api/survey/csat"));
  const form = useForm({
    initial: { comment: "" },
    failure: send.error,
    onValid: ({ values: { comment } }) => {
      if (score !== undefined) send.mutate({ body: { score, comment } });
    },
  });

  if (send.isSuccess) {
    return (
      <Box component="p" m={0} mt="sm" role="status">
        {t("help.csat.thanks")}
      </Box>
    );
  }
  return (
    <form onSubmit={form.onSubmit} noValidate>
      <Stack gap="sm" w="100%" mt={20} pt={20} ta="start" style={{ borderBlockStart: "1px solid var(--line)" }}>
        <Fieldset variant="unstyled" legend={t("help.csat.question")}>
          <Group justify="space-between">
            {SCORES.map((value) => (
              <Radio
                key={value}
                name="csat"
                value={value}
                label={value}
                checked={score === value}
                aria-label={t("help.csat.score", { score: value })}
                onChange={() => setScore(value)}
              />
            ))}
          </Group>
          <Flex justify="space-between" fz="xs" mt={4} aria-hidden="true">
            <span>{t("help.csat.least")}</span>
            <span>{t("help.csat.most")}</span>
          </Flex>
        </Fieldset>
        {score === undefined ? null : (
          <>
            <Textarea
              {...form.text("comment")}
              label={t("help.csat.comment")}
              maxLength={MAX_COMMENT_CHARACTERS}
              rows={3}
            />
            <FailureNotice error={form.failure} />
            <div>
              <Button type="submit" loading={send.isPending}>
                {t("help.csat.send")}
              </Button>
            </div>
          </>
        )}
      </Stack>
    </form>
  );
}
