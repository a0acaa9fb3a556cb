import { Button, Checkbox, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useLabels } from "@/features/lookups/public";
import { isFailure } from "@/lib/api/failure";
import { describeFailure } from "@/lib/describe-failure";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { useCreateLabel } from "../labels-data";
import classes from "./label-picker.module.css";
import { LabelTag } from "./label-tag";

interface Props {
  readonly chosen: ReadonlySet<number>;
  readonly onChange: (chosen: ReadonlySet<number>) => void;
  /** Whether an unknown name can become a new label. */
  readonly canCreate: boolean;
}

/** Searchable list of labels to select; unknown names can become new labels. */
export function LabelChoice({ chosen, onChange, canCreate }: Props) {
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  const { data: labels = [], isPending } = useLabels();
  const create = useCreateLabel();
  const searchText = search.trim();
  const matches = labels.filter(({ name }) => name.toLowerCase().includes(searchText.toLowerCase()));
  const isNew = searchText !== "" && !labels.some(({ name }) => name.toLowerCase() === searchText.toLowerCase());

  function toggle(id: number): void {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    onChange(next);
  }

  function make(): void {
    create.mutate(
      { body: { name: searchText } },
      {
        onSuccess: ({ id }) => {
          setSearch("");
          onChange(new Set([...chosen, id]));
        },
      },
    );
  }

  return (
    <>
      <TextInput
        size="sm"
        aria-label={t("contacts.labelSearch")}
        placeholder={t("contacts.labelSearch")}
        value={search}
        onChange={(event) => {
          setSearch(event.currentTarget.value);
          create.reset();
        }}
        error={isFailure(create.error) ? describeFailure(create.error, t) : undefined}
        onKeyDown={(event) => {
          if (event.key !== "Enter") return;
          event.preventDefault();
          const [only] = matches;
          if (matches.length === 1 && only) toggle(only.id);
          else if (isNew && canCreate) make();
        }}
        data-autofocus
      />
      <Stack component="ul" gap={0} mah={300} style={{ overflowY: "auto" }}>
        {matches.map((label) => (
          <li key={label.id}>
            <Checkbox
              classNames={{ root: classes.option ?? "", labelWrapper: classes.label ?? "" }}
              label={
                <Group component="span" gap="xs" wrap="nowrap" justify="space-between">
                  <LabelTag label={label} />
                  <Text span size="xs" c="dimmed" className="figures">
                    {formatInteger(label.count)}
                  </Text>
                </Group>
              }
              checked={chosen.has(label.id)}
              onChange={() => toggle(label.id)}
            />
          </li>
        ))}
      </Stack>
      {matches.length === 0 && !isPending ? (
        <Text size="sm" p="xs" c="dimmed">
          {searchText ? t("contacts.labelNoMatch") : t("contacts.labelsNone")}
        </Text>
      ) : null}
      {isNew && canCreate ? (
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconPlus size={14} stroke={1.9} aria-hidden="true" />}
          loading={create.isPending}
          onClick={make}
        >
          {t("contacts.labelCreateNamed", { name: searchText })}
        </Button>
      ) : null}
    </>
  );
}
