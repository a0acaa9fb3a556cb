import { Button, Flex, Stack, Text, UnstyledButton } from "@mantine/core";
import { formatDate, getTimePattern } from "@/lib/dates";
import { useTranslation } from "@/lib/i18n/translation";
import { StateBadge } from "@/ui/components/state-badge";
import { CreateForm } from "./create-form";
import { groupByDay } from "./days";
import classes from "./versions.module.css";
import type { Version } from "./versions-data";

interface Props {
  readonly documentId: string;
  readonly versions: readonly Version[];
  readonly chosen: string | undefined;
  readonly mayWrite: boolean;
  /** Whether all changes are on the server. Others would be missing in a version. */
  readonly isSaved: boolean;
  readonly more: (() => void) | undefined;
  readonly isFetching: boolean;
  readonly onChoose: (id: string) => void;
}

/** Versions by day, newest first, and a field to name the current state. */
export function VersionList({ documentId, versions, chosen, mayWrite, isSaved, more, isFetching, onChoose }: Props) {
  const { t } = useTranslation();

  return (
    <Stack gap="md" mih={0} pe="xs" style={{ overflowY: "auto" }}>
      {mayWrite ? <CreateForm documentId={documentId} isSaved={isSaved} onCreated={onChoose} /> : null}
      {versions.length === 0 ? (
        <Text size="xs" c="var(--text2)">
          {t("collab.versions.none")}
        </Text>
      ) : null}
      {groupByDay(versions).map(({ date, versions: those }) => (
        <section key={date} aria-label={date}>
          <Text component="h3" size="xs" mb={4} fw={500} c="dimmed">
            {date}
          </Text>
          <Stack component="ul" gap={2}>
            {those.map((version) => (
              <li key={version.id}>
                <UnstyledButton
                  className={classes.version ?? ""}
                  aria-pressed={version.id === chosen}
                  onClick={() => onChoose(version.id)}
                >
                  <Flex
                    component="span"
                    gap="xs"
                    align="center"
                    fz="sm"
                    lh="sm"
                    fw={500}
                    style={{ overflowWrap: "anywhere" }}
                  >
                    {version.name || formatDate(version.createdAt, getTimePattern())}
                    {version.frozen ? <StateBadge kind="info">{t("terms.sent")}</StateBadge> : null}
                  </Flex>
                  <Text span size="xs" c="var(--text2)">
                    {version.name ? `${formatDate(version.createdAt, getTimePattern())} · ` : ""}
                    {version.automatic || !version.createdBy ? t("collab.versions.automatic") : version.createdBy.name}
                  </Text>
                </UnstyledButton>
              </li>
            ))}
          </Stack>
        </section>
      ))}
      {more ? (
        <Button onClick={more} loading={isFetching}>
          {t("collab.versions.more")}
        </Button>
      ) : null}
    </Stack>
  );
}
