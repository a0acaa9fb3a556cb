import { TextInput } from "@mantine/core";
import { useId, useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { useCategories } from "../composer-data";
import { LENGTHS } from "../draft";
import type { ComposerHandle } from "../use-composer";
import classes from "./about-section.module.css";
import { EditedField } from "./edited-field";
import { Section } from "./section";

/** How the team finds the campaign again. */
export function AboutSection({ composer }: { readonly composer: ComposerHandle }) {
  const { t } = useTranslation();
  const { draft, edit, setUnfinished, stored } = composer;
  const categories = useCategories();
  const list = useId();
  /** What is typed instead of a name: a campaign always has one, and an emptied field is only the way to another. */
  const [blank, setBlank] = useState<string>();
  /** The name before it was edited in this visit to the field. */
  const [previousName, setPreviousName] = useState<string>();

  function editName(value: string): void {
    const original = previousName ?? draft.name;
    const isBlank = value.trim() === "";
    setPreviousName(original);
    setBlank(isBlank ? value : undefined);
    // On the way to a blank field, a rest of the name might have been stored.
    const name = isBlank ? original : value;
    if (name !== draft.name) edit({ name });
    setUnfinished("name", isBlank);
  }

  function leaveName(): void {
    setPreviousName(undefined);
    setBlank(undefined);
    if (blank !== undefined) setUnfinished("name", false);
  }

  return (
    <Section id="composer-about" title={t("campaigns.about")}>
      <div className={classes.fields}>
        <EditedField composer={composer} field="name" theirs={stored.name}>
          <TextInput
            label={t("words.name")}
            description={t("terms.onlyYourTeamSeesIt")}
            value={blank ?? draft.name}
            maxLength={LENGTHS.name}
            error={blank === undefined ? undefined : t("terms.enterAName")}
            onChange={({ currentTarget: { value } }) => editName(value)}
            onBlur={leaveName}
          />
        </EditedField>
        <EditedField composer={composer} field="category" theirs={stored.category}>
          <TextInput
            label={t("terms.category")}
            description={t("campaigns.categoryHelp")}
            value={draft.category}
            maxLength={LENGTHS.category}
            list={list}
            onChange={(event) => edit({ category: event.currentTarget.value })}
          />
        </EditedField>
        <datalist id={list}>
          {categories.map((category) => (
            <option key={category} value={category} />
          ))}
        </datalist>
      </div>
    </Section>
  );
}
