import { Button, Flex, Stack, Text, TextInput, UnstyledButton } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { formatDate, getTimePattern } from "@/lib/dates";
import { useTranslation } from "@/lib/i18n/translation";
import { StateBadge } from "@/ui/components/state-badge";
import { groupByDay } from "./days";
import classes from "./versions.module.css";
import { MAX_NAME_LENGTH, type useVersionMutations, type Version } from "./versions-data";

interface Props {
  readonly versions: readonly Version[];
  readonly chosen: string | undefined;
  readonly acts: ReturnType<typeof useVersionMutations>;
  readonly mayWrite: boolean;
  /** Whether all changes are on the server. Others would be missing in a version. */
  readonly isSaved: boolean;
  readonly more: (() => void) | undefined;
  readonly isFetching: boolean;
  readonly onChoose: (id: string) => void;
}

/** Versions by day, newest first, and a field to name the current state. */
export function VersionList({ versions, chosen, acts, mayWrite, isSaved, more, isFetching, onChoose }: Props) {
  const { t } = useTranslation();
  const [name, setName] = useState("");

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    const words = name.trim();
    if (words === "" || acts.keep.isPending || !isSaved) return;
    acts.keep.mutate(words, {
      onSuccess: ({ id }) => {
        setName("");
        onChoose(id);
      },
    });
  }

  return (
    <Stack gap="md" mih={0} pe="xs" style={{ overflowY: "auto" }}>
      {mayWrite ? (
        <Flex component="form" gap="xs" onSubmit={onSubmit}>
          <TextInput
            flex={1}
            aria-label={t("collab.versions.name")}
            placeholder={t("collab.versions.name")}
            value={name}
            maxLength={MAX_NAME_LENGTH}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Button type="submit" disabled={name.trim() === "" || !isSaved} loading={acts.keep.isPending}>
            {t("collab.versions.keep")}
          </Button>
        </Flex>
      ) : null}
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
