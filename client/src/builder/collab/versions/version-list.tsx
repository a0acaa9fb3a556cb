import { Button, TextInput } from "@mantine/core";
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
    <div className={classes.list}>
      {mayWrite ? (
        <form className={classes.keep} onSubmit={onSubmit}>
          <TextInput
            aria-label={t("collab.versions.name")}
            placeholder={t("collab.versions.name")}
            value={name}
            maxLength={MAX_NAME_LENGTH}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <Button type="submit" disabled={name.trim() === "" || !isSaved} loading={acts.keep.isPending}>
            {t("collab.versions.keep")}
          </Button>
        </form>
      ) : null}
      {versions.length === 0 ? <p className={classes.none}>{t("collab.versions.none")}</p> : null}
      {groupByDay(versions).map(({ date, versions: those }) => (
        <section key={date} aria-label={date}>
          <h3 className={classes.day}>{date}</h3>
          <ul className={classes.versions}>
            {those.map((version) => (
              <li key={version.id}>
                <button
                  type="button"
                  className={classes.version}
                  aria-pressed={version.id === chosen}
                  onClick={() => onChoose(version.id)}
                >
                  <span className={classes.title}>
                    {version.name || formatDate(version.createdAt, getTimePattern())}
                    {version.frozen ? <StateBadge kind="info">{t("terms.sent")}</StateBadge> : null}
                  </span>
                  <span className={classes.by}>
                    {version.name ? `${formatDate(version.createdAt, getTimePattern())} · ` : ""}
                    {version.automatic || !version.createdBy ? t("collab.versions.automatic") : version.createdBy.name}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {more ? (
        <Button onClick={more} loading={isFetching}>
          {t("collab.versions.more")}
        </Button>
      ) : null}
    </div>
  );
}
