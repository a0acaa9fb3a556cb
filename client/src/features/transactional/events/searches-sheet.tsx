import { Button, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { isFailure } from "@/lib/api/failure";
import { describeFailure, fieldFailureOf } from "@/lib/describe-failure";
import { IconButton } from "@/ui/components/icon-button";
import { LoadFailed } from "@/ui/components/load-failed";
import { Notice } from "@/ui/components/notice";
import { PlainButton } from "@/ui/components/plain-button";
import { SideSheet } from "@/ui/components/side-sheet";
import { toastFailure } from "@/ui/toast-failure";
import type { SavedSearch } from "../shapes";
import classes from "./events.module.css";
import { useDeleteSearch, useSaveSearch, useSearches } from "./events-data";

const NAME_LENGTH = 100;

interface Props {
  readonly q: string;
  readonly onSearch: (q: string) => void;
  readonly onClose: () => void;
}

/** The team's kept searches: gone to, deleted, and the one at hand kept under a name. */
export function SearchesSheet({ q, onSearch, onClose }: Props) {
  const { t } = useTranslation();
  const searches = useSearches();
  const remove = useDeleteSearch();
  const items = searches.data?.items ?? [];
  return (
    <SideSheet title={t("transactional.searches.title")} onClose={onClose}>
      {q ? <SaveForm key={q} q={q} /> : <p className={classes.intro}>{t("transactional.searches.typeFirst")}</p>}
      {searches.isLoadingError ? (
        <LoadFailed failure={searches.error} onRetry={() => void searches.refetch()} />
      ) : items.length === 0 ? (
        <p className={classes.intro}>{t(searches.data ? "transactional.searches.none" : "transactional.loading")}</p>
      ) : (
        <ul className={classes.files}>
          {items.map((search) => (
            <Row
              key={search.id}
              search={search}
              onOpen={() => {
                onSearch(search.q);
                onClose();
              }}
              onDelete={() => remove.mutate(search, { onError: (failure) => toastFailure(failure, t) })}
            />
          ))}
        </ul>
      )}
    </SideSheet>
  );
}

interface RowProps {
  readonly search: SavedSearch;
  readonly onOpen: () => void;
  readonly onDelete: () => void;
}

function Row({ search, onOpen, onDelete }: RowProps) {
  const { t } = useTranslation();
  return (
    <li>
      <div>
        <b dir="auto">{search.name}</b>
        <code className={classes.query}>{search.q}</code>
      </div>
      <PlainButton onClick={onOpen}>{t("transactional.events.show")}</PlainButton>
      <IconButton size="row" label={t("transactional.searches.delete", { name: search.name })} onClick={onDelete}>
        <IconTrash size={16} stroke={1.7} aria-hidden="true" />
      </IconButton>
    </li>
  );
}

function SaveForm({ q }: { readonly q: string }) {
  const { t } = useTranslation();
  const [name, setName] = useState("");
  const save = useSaveSearch();
  const failure = isFailure(save.error) ? save.error : undefined;
  const atName = failure && fieldFailureOf(failure, t)?.text;

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (name.trim()) save.mutate({ name: name.trim(), q }, { onSuccess: () => setName("") });
  }

  return (
    <form className={classes.form} onSubmit={onSubmit}>
      {failure && !atName ? <Notice kind="bad">{describeFailure(failure, t)}</Notice> : null}
      <code className={classes.query}>{q}</code>
      <TextInput
        label={t("transactional.searches.name")}
        value={name}
        maxLength={NAME_LENGTH}
        error={atName}
        autoComplete="off"
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className={classes.formActions}>
        <Button type="submit" variant="filled" loading={save.isPending}>
          {t("transactional.searches.save")}
        </Button>
      </div>
    </form>
  );
}
