import { Text, Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { isEquivalent } from "@/lib/autosave/equivalence";
import { useTranslation } from "@/lib/i18n/translation";
import { SwitchRow } from "@/ui/components/switch-row";
import { DateTimeField } from "@/ui/dates/date-time-field";
import { usePersistedDraft } from "@/ui/use-persisted-draft";
import about from "../components/details-section.module.css";
import { EditedField } from "../components/edited-field";
import { Section } from "../components/section";
import { type CalendarEvent, MAX_LENGTHS } from "../draft";
import { normalizeField } from "../edit-rules";
import type { ComposerHandle } from "../use-composer";
import { createDefaultEvent, type TypedEvent, toCalendarEvent, toTypedEvent, validateEvent } from "./event-times";

function isSameEvent(one: CalendarEvent, other: CalendarEvent | null): boolean {
  return isEquivalent(normalizeField("event", one), normalizeField("event", other));
}

/** Event that recipients can add to their calendar by a link in the email. */
export function EventSection({ composer }: { readonly composer: ComposerHandle }) {
  const { t } = useTranslation();
  const { event } = composer.draft;
  const saved = event ? toTypedEvent(event) : undefined;
  const [draft, setDraft] = useState<TypedEvent>();
  /** The event before it was turned off; turning it on restores it. */
  const [previousEvent, setPreviousEvent] = useState<TypedEvent>();
  // An unfinished event exists only here, because it cannot be saved.
  const isCurrent =
    draft !== undefined && (validateEvent(draft) !== undefined || isSameEvent(toCalendarEvent(draft), event));
  const typed = isCurrent ? draft : saved;
  const problem = typed && validateEvent(typed);

  function write(changed: TypedEvent | undefined): void {
    setDraft(changed);
    const isUnfinished = changed !== undefined && validateEvent(changed) !== undefined;
    if (!isUnfinished) composer.edit({ event: changed ? toCalendarEvent(changed) : null });
    composer.setUnfinished("event", isUnfinished);
  }

  usePersistedDraft(`campaign-event:${composer.id}`, {
    values: draft,
    isDirty: draft !== undefined && validateEvent(draft) !== undefined,
    restore: write,
  });

  function change(part: Partial<TypedEvent>): void {
    if (typed) write({ ...typed, ...part });
  }

  function toggle(isOn: boolean): void {
    if (!isOn) setPreviousEvent(typed);
    write(isOn ? (previousEvent ?? createDefaultEvent(Date.now())) : undefined);
  }

  function takeTheirs(field: string): void {
    setDraft(undefined);
    composer.takeTheirs(field);
  }

  return (
    <Section id="composer-event" title={t("campaignExtras.event.title")}>
      <EditedField composer={{ ...composer, takeTheirs }} field="event">
        <SwitchRow label={t("campaignExtras.event.on")} isOn={typed !== undefined} onChange={toggle}>
          {t("campaignExtras.event.help", { tag: "{{ calendar_url }}" })}
        </SwitchRow>
        {typed ? (
          <div className={about.fields}>
            <TextInput
              label={t("campaignExtras.event.name")}
              value={typed.title}
              maxLength={MAX_LENGTHS.eventTitle}
              error={problem === "title" ? t("campaignExtras.event.nameMissing") : undefined}
              onChange={({ currentTarget: { value } }) => change({ title: value })}
            />
            <TextInput
              label={t("campaignExtras.event.place")}
              value={typed.place}
              maxLength={MAX_LENGTHS.eventPlace}
              onChange={({ currentTarget: { value } }) => change({ place: value })}
            />
            <DateTimeField
              label={t("campaignExtras.event.starts")}
              value={typed.starts}
              onChange={(starts) => change({ starts })}
            />
            <DateTimeField
              label={t("campaignExtras.event.ends")}
              value={typed.ends}
              error={problem === "times" ? t("campaignExtras.event.timesWrong") : undefined}
              onChange={(ends) => change({ ends })}
            />
          </div>
        ) : null}
        {typed ? (
          <>
            <Textarea
              label={t("campaignExtras.event.details")}
              value={typed.details}
              maxLength={MAX_LENGTHS.eventDetails}
              rows={3}
              onChange={({ currentTarget: { value } }) => change({ details: value })}
            />
            <Text size="xs" c="dimmed">
              {t(problem ? "campaignExtras.event.unsaved" : "campaignExtras.event.zone")}
            </Text>
          </>
        ) : null}
      </EditedField>
    </Section>
  );
}
