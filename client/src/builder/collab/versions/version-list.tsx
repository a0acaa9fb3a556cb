import { Button } from "@mantine/core";
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
    <div className={classes.list}>
      {mayWrite ? <CreateForm documentId={documentId} isSaved={isSaved} onCreated={onChoose} /> : null}
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
