import { TextInput } from "@mantine/core";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
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
  /** A campaign always has a name: an emptied field is only the way to another one. */
  const [isEmptied, setEmptied] = useState(false);
  return (
    <Section id="composer-about" title={t("campaigns.about")}>
      <div className={classes.fields}>
        <EditedField composer={composer} field="name" theirs={stored.name}>
          <TextInput
            label={t("campaigns.name")}
            description={t("campaigns.nameHelp")}
            value={isEmptied ? "" : draft.name}
            maxLength={LENGTHS.name}
            error={isEmptied ? t("campaigns.nameMissing") : undefined}
            onChange={({ currentTarget: { value } }) => {
              setEmptied(value.trim() === "");
              if (value.trim() !== "") edit({ name: value });
            }}
            onBlur={() => setEmptied(false)}
          />
        </EditedField>
        <EditedField composer={composer} field="category" theirs={stored.category}>
          <TextInput
            label={t("campaigns.category")}
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
