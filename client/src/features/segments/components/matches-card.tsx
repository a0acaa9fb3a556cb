import { Box, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { Link } from "react-router";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import { FailureNotice } from "@/ui/components/failure-notice";
import type { BuilderContext } from "../kinds/kind";
import { type MatchingContact, useMatches, useSize } from "../segments-data";
import type { GroupNode, Rules } from "../tree";
import { MatchExplanationDialog } from "./match-explanation-dialog";
import classes from "./matches-card.module.css";

interface Props {
  /** The current rules; undefined while they are incomplete. */
  readonly rules: Rules | undefined;
  /** The last complete rules, which the displayed numbers belong to. */
  readonly asked: { readonly rules: Rules; readonly root: GroupNode } | undefined;
  readonly lacking: number;
  readonly known: BuilderContext;
}

/** The number of matching contacts during editing, with the first of them and why each matches. */
export function MatchesCard({ rules, asked, lacking, known }: Props) {
  const { t } = useTranslation();
  const size = useSize(asked?.rules);
  const matches = useMatches(asked?.rules);
  const [why, setWhy] = useState<MatchingContact>();
  const isOld = rules === undefined || size.isFetching;
  const failure = size.error ?? matches.error;
  const rows = matches.data?.items ?? [];
  return (
    <Card title={t("segments.whoIsIn")} isFlush>
      <Stack gap={2} p="md" role="status" aria-live="polite" aria-busy={size.isFetching}>
        {size.data ? (
          <>
            <p className={classes.figure} data-old={isOld || undefined}>
              <b>{formatInteger(size.data.count)}</b> {t("segments.contacts", { count: size.data.count })}
            </p>
            <p className={classes.base} data-old={isOld || undefined}>
              {t("segments.mayWrite", { total: formatInteger(size.data.subscribed) })}
            </p>
          </>
        ) : (
          <p className={classes.base}>{rules ? t("terms.counting") : t("segments.notCounted")}</p>
        )}
        {lacking > 0 ? (
          <p className={classes.base}>
            {t(size.data ? "segments.lacking" : "segments.unfinished", { count: lacking, total: lacking })}
          </p>
        ) : null}
      </Stack>
      {failure && rules ? (
        <Box pb="md" px="md">
          <FailureNotice error={failure} />
        </Box>
      ) : null}
      {asked && size.data?.count === 0 ? (
        <Text size="sm" py="sm" px="md" c="var(--text2)" style={{ borderBlockStart: "1px solid var(--line)" }}>
          {t("segments.nobodyFits")}
        </Text>
      ) : null}
      {asked && rows.length > 0 ? (
        <Stack
          component="ul"
          className={classes.list ?? ""}
          gap={0}
          aria-label={t("segments.firstMatches")}
          data-old={isOld || undefined}
        >
          {rows.map((contact) => (
            <Group
              component="li"
              key={contact.contactId}
              gap="xs"
              justify="space-between"
              wrap="nowrap"
              mih={44}
              py={4}
              ps="md"
              pe="xs"
              style={{ borderBlockStart: "1px solid var(--line)" }}
            >
              <Stack component="span" gap={0} miw={0} fz="sm" lh="sm">
                <Text
                  component={Link}
                  inherit
                  truncate
                  to={`/contacts/${contact.contactId}`}
                  target="_blank"
                  rel="noopener"
                >
                  <bdi>{contact.fullname || contact.email}</bdi>
                </Text>
                {contact.fullname ? (
                  <Text span size="xs" lh="sm" truncate c="var(--text2)">
                    {contact.email}
                  </Text>
                ) : null}
              </Stack>
              <button
                type="button"
                className={classes.why}
                aria-label={t("segments.whyNamed", { name: contact.fullname || contact.email })}
                onClick={() => setWhy(contact)}
              >
                {t("segments.why")}
              </button>
            </Group>
          ))}
        </Stack>
      ) : null}
      {why && asked ? (
        <MatchExplanationDialog
          contact={why}
          rules={asked.rules}
          root={asked.root}
          known={known}
          onClose={() => setWhy(undefined)}
        />
      ) : null}
    </Card>
  );
}
