import { Textarea, TextInput } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { isEquivalent } from "@/lib/autosave/edits";
import { SwitchRow } from "@/ui/components/switch-row";
import about from "../components/about-section.module.css";
import parts from "../components/composer-parts.module.css";
import { EditedField } from "../components/edited-field";
import { Section } from "../components/section";
import { LENGTHS } from "../draft";
import type { ComposerHandle } from "../use-composer";
import { eventOf, eventProblem, firstEvent, type TypedEvent, typedOf } from "./event-times";

/** An event that people can add to their calendar by a link of the mail. */
export function EventSection({ composer }: { readonly composer: ComposerHandle }) {
  const { t } = useTranslation();
  const { event } = composer.draft;
  const [typed, setTyped] = useState<TypedEvent | undefined>(event ? typedOf(event) : undefined);
  const [source, setSource] = useState(typed);
  // A teammate has changed the event, or theirs was chosen.
  const current = event ? typedOf(event) : undefined;
  if (!isEquivalent(current, source)) {
    setSource(current);
    const isTyped = typed !== undefined && (eventProblem(typed) !== undefined || isEquivalent(typed, current));
    if (!isTyped) setTyped(current);
  }
  const problem = typed && eventProblem(typed);

  function change(part: Partial<TypedEvent>): void {
    if (!typed) return;
    const changed = { ...typed, ...part };
    setTyped(changed);
    if (!eventProblem(changed)) composer.edit({ event: eventOf(changed) });
  }

  function toggle(isOn: boolean): void {
    setTyped(isOn ? firstEvent(Date.now()) : undefined);
    if (!isOn) composer.edit({ event: null });
  }

  return (
    <Section id="composer-event" title={t("campaignExtras.event.title")}>
      <EditedField composer={composer} field="event">
        <SwitchRow label={t("campaignExtras.event.on")} isOn={typed !== undefined} onChange={toggle}>
          {t("campaignExtras.event.help", { tag: "{{ calendar_url }}" })}
        </SwitchRow>
        {typed ? (
          <div className={about.fields}>
            <TextInput
              label={t("campaignExtras.event.name")}
              value={typed.title}
              maxLength={LENGTHS.eventTitle}
              error={problem === "title" ? t("campaignExtras.event.nameMissing") : undefined}
              onChange={({ currentTarget: { value } }) => change({ title: value })}
            />
            <TextInput
              label={t("campaignExtras.event.place")}
              value={typed.place}
              maxLength={LENGTHS.eventPlace}
              onChange={({ currentTarget: { value } }) => change({ place: value })}
            />
            <TextInput
              type="datetime-local"
              label={t("campaignExtras.event.starts")}
              value={typed.starts}
              onChange={({ currentTarget: { value } }) => change({ starts: value })}
            />
            <TextInput
              type="datetime-local"
              label={t("campaignExtras.event.ends")}
              value={typed.ends}
              error={problem === "times" ? t("campaignExtras.event.timesWrong") : undefined}
              onChange={({ currentTarget: { value } }) => change({ ends: value })}
            />
          </div>
        ) : null}
        {typed ? (
          <>
            <Textarea
              label={t("campaignExtras.event.details")}
              value={typed.details}
              maxLength={LENGTHS.eventDetails}
              rows={3}
              onChange={({ currentTarget: { value } }) => change({ details: value })}
            />
            <p className={parts.help}>{t(problem ? "campaignExtras.event.unsaved" : "campaignExtras.event.zone")}</p>
          </>
        ) : null}
      </EditedField>
    </Section>
  );
}
