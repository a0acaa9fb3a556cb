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
  const { draft, edit, stored } = composer;
  const categories = useCategories();
  const list = useId();
  /** What is typed instead of a name: a campaign always has one, and an emptied field is only the way to another. */
  const [blank, setBlank] = useState<string>();
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
            onChange={({ currentTarget: { value } }) => {
              const isBlank = value.trim() === "";
              setBlank(isBlank ? value : undefined);
              if (!isBlank) edit({ name: value });
            }}
            onBlur={() => setBlank(undefined)}
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
