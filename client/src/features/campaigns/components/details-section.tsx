import { TextInput } from "@mantine/core";
import { useId, useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { useCategories } from "../composer-data";
import { MAX_LENGTHS } from "../draft";
import type { ComposerHandle } from "../use-composer";
import classes from "./details-section.module.css";
import { EditedField } from "./edited-field";
import { Section } from "./section";

/** Name and category of the campaign. */
export function DetailsSection({ composer }: { readonly composer: ComposerHandle }) {
  const { t } = useTranslation();
  const { draft, edit, setUnfinished, stored } = composer;
  const categories = useCategories();
  const list = useId();
  /** Blank text while the user retypes the name. It is not saved, because a name is required. */
  const [blank, setBlank] = useState<string>();
  /** The name when the field gained focus. */
  const [previousName, setPreviousName] = useState<string>();

  function editName(value: string): void {
    const original = previousName ?? draft.name;
    const isBlank = value.trim() === "";
    setPreviousName(original);
    setBlank(isBlank ? value : undefined);
    // While the user deleted characters, autosave might have stored a partial name.
    const name = isBlank ? original : value;
    if (name !== draft.name) edit({ name });
    setUnfinished("name", isBlank);
  }

  function finishName(): void {
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
            maxLength={MAX_LENGTHS.name}
            error={blank === undefined ? undefined : t("terms.enterAName")}
            onChange={({ currentTarget: { value } }) => editName(value)}
            onBlur={finishName}
          />
        </EditedField>
        <EditedField composer={composer} field="category" theirs={stored.category}>
          <TextInput
            label={t("terms.category")}
            description={t("campaigns.categoryHelp")}
            value={draft.category}
            maxLength={MAX_LENGTHS.category}
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
