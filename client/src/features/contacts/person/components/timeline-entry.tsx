import { Box, Text } from "@mantine/core";
import {
  IconAdjustmentsHorizontal,
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowsJoin,
  IconBan,
  IconEye,
  IconFileImport,
  IconHourglass,
  IconMail,
  IconMailOff,
  IconMessageReport,
  IconNote,
  IconPencil,
  IconPointer,
  IconShieldCheck,
  IconShieldX,
  IconStairs,
  IconTag,
  IconTargetArrow,
  IconTargetOff,
  IconUserPlus,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import { Link } from "react-router";
import { DATE_LONG } from "@/lib/constants";
import { formatDate, formatDateTime, getTimePattern } from "@/lib/dates";
import { joinList } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { type CustomField, useFields } from "../../fields-data";
import { useStageNames } from "../../funnel/stages";
import { type ContactField, getFieldLabel, STANDARD_FIELDS } from "../fields";
import type { TimelineItem, TimelineKind } from "../timeline-data";
import { useFieldFormatter } from "../use-field-formatter";
import { ConsentDetails } from "./consent-details";
import { NoteEntry } from "./note-entry";
import classes from "./timeline.module.css";

type Tone = "plain" | "ok" | "bad" | "warn" | "info";
type Icon = ComponentType<{ readonly size: number; readonly stroke: number; readonly "aria-hidden": "true" }>;

const ICON_AND_TONE_BY_KIND: Readonly<Record<TimelineKind, readonly [Icon, Tone]>> = {
  added: [IconUserPlus, "plain"],
  imported: [IconFileImport, "plain"],
  changed: [IconPencil, "plain"],
  labelled: [IconTag, "plain"],
  merged: [IconArrowsJoin, "plain"],
  moved: [IconStairs, "info"],
  entered: [IconTargetArrow, "ok"],
  left: [IconTargetOff, "plain"],
  noted: [IconNote, "warn"],
  agreed: [IconShieldCheck, "ok"],
  withdrew: [IconShieldX, "bad"],
  sent: [IconMail, "plain"],
  failed: [IconAlertTriangle, "bad"],
  bounced: [IconArrowBackUp, "bad"],
  suppressed: [IconBan, "warn"],
  skipped: [IconHourglass, "warn"],
  inDoubt: [IconAlertTriangle, "warn"],
  opened: [IconEye, "info"],
  clicked: [IconPointer, "info"],
  unsubscribed: [IconMailOff, "bad"],
  complained: [IconMessageReport, "bad"],
  preferred: [IconAdjustmentsHorizontal, "plain"],
};

interface Props {
  readonly item: TimelineItem;
  readonly contactId: number;
}

/** An event on the timeline: its kind, its email or field, its author and its time. */
export function TimelineEntry({ item, contactId }: Props) {
  const { t } = useTranslation();
  const [Icon, tone] = ICON_AND_TONE_BY_KIND[item.kind];
  return (
    <li className={classes.entry}>
      <span className={classes.icon} data-tone={tone}>
        <Icon size={14} stroke={1.7} aria-hidden="true" />
      </span>
      <div className={classes.what}>
        <div>
          <strong>{t(`person.kinds.${item.kind}`)}</strong>
          {item.mail ? (
            <>
              {" · "}
              {item.mail.campaignId ? (
                <Link to={`/campaigns/${item.mail.campaignId}`}>
                  <bdi>{item.mail.subject}</bdi>
                </Link>
              ) : (
                <bdi>{item.mail.subject}</bdi>
              )}
            </>
          ) : null}
          {item.imported ? (
            <>
              {" · "}
              <bdi>{item.imported.file}</bdi>
              {item.imported.undone ? <small>{t("person.undone")}</small> : null}
            </>
          ) : null}
          {item.merged ? (
            <>
              {" · "}
              <bdi>{item.merged}</bdi>
            </>
          ) : null}
          {item.segment ? (
            <>
              {" · "}
              <Link to={`/contacts/segments/${item.segment.segmentId}`}>
                <bdi>{item.segment.name}</bdi>
              </Link>
            </>
          ) : null}
          {item.fullname ? ` · ${item.fullname}` : null}
        </div>
        {item.link ? (
          <Box component="p" m={0} c="var(--text2)">
            {item.link}
          </Box>
        ) : null}
        {item.device ? (
          <Box component="p" m={0} c="var(--text2)">
            {item.device}
          </Box>
        ) : null}
        {item.reason ? (
          <Box component="p" m={0} c="var(--text2)">
            {t(`person.reasons.${item.reason}`)}
          </Box>
        ) : null}
        {item.preferred ? <PreferenceChangeText move={item.preferred} /> : null}
        {item.reply ? (
          <Text size="xs" ff="monospace" c="var(--text2)">
            {item.reply}
          </Text>
        ) : null}
        {item.changes && item.changes.length > 0 ? <Changes changes={item.changes} /> : null}
        {item.stage ? <StageChangeText stage={item.stage} /> : null}
        {item.kind === "labelled" ? <LabelChangeText on={item.labelsOn ?? []} off={item.labelsOff ?? []} /> : null}
        {item.consent ? <ConsentDetails consent={item.consent} /> : null}
        {item.note ? <NoteEntry note={item.note} contactId={contactId} /> : null}
      </div>
      <time className={`${classes.when} figures`} dateTime={item.at} title={formatDateTime(item.at, true)}>
        {formatDate(item.at, getTimePattern())}
      </time>
    </li>
  );
}

function findField(name: string, fields: readonly CustomField[]): ContactField | undefined {
  const own = STANDARD_FIELDS.find((field) => field.name === name);
  if (own) return own;
  const custom = fields.find(({ id }) => name === `customField.${id}`);
  return custom && { kind: "custom", name, custom };
}

function Changes({ changes }: { readonly changes: NonNullable<TimelineItem["changes"]> }) {
  const { t } = useTranslation();
  const { data: fields = [] } = useFields();
  const wordsOf = useFieldFormatter();
  return (
    <ul className={classes.moves}>
      {changes.map(({ field: name, name: words, before, after }) => {
        const field = findField(name, fields);
        const say = (value: typeof before) => (field ? wordsOf(field, value) : String(value ?? ""));
        const label = field && field.kind !== "custom" ? getFieldLabel(field, t) : words;
        return (
          <li key={name}>
            {label}: {say(before) ? <del>{say(before)}</del> : t("terms.empty")} →{" "}
            {say(after) ? <bdi>{say(after)}</bdi> : t("terms.empty")}
          </li>
        );
      })}
    </ul>
  );
}

function PreferenceChangeText({ move }: { readonly move: NonNullable<TimelineItem["preferred"]> }) {
  const { t } = useTranslation();
  const { topicsOn = [], topicsOff = [], paused, pausedUntil, follows } = move;
  return (
    <ul className={classes.moves}>
      {topicsOn.length > 0 ? <li>{t("person.takes", { topics: joinList(topicsOn) })}</li> : null}
      {topicsOff.length > 0 ? <li>{t("person.refuses", { topics: joinList(topicsOff) })}</li> : null}
      {pausedUntil ? <li>{t("person.pausedUntil", { date: formatDate(pausedUntil, DATE_LONG) })}</li> : null}
      {paused === false ? <li>{t("person.resumed")}</li> : null}
      {typeof follows === "boolean" ? <li>{t(follows ? "person.follows" : "person.followsNot")}</li> : null}
    </ul>
  );
}

function LabelChangeText({ on, off }: { readonly on: readonly string[]; readonly off: readonly string[] }) {
  const { t } = useTranslation();
  return (
    <ul className={classes.moves}>
      {on.length > 0 ? <li>{t("person.labelsOn", { names: on.join(", ") })}</li> : null}
      {off.length > 0 ? <li>{t("person.labelsOff", { names: off.join(", ") })}</li> : null}
    </ul>
  );
}

function StageChangeText({ stage: { before, after } }: { readonly stage: NonNullable<TimelineItem["stage"]> }) {
  const { t } = useTranslation();
  const nameOf = useStageNames();
  const words =
    before && after
      ? t("funnel.moved", { before: nameOf(before), after: nameOf(after) })
      : after
        ? t("funnel.cameTo", { stage: nameOf(after) })
        : t("funnel.leftFrom", { stage: nameOf(before ?? "none") });
  return (
    <Box component="p" m={0} c="var(--text2)">
      {words}
    </Box>
  );
}
