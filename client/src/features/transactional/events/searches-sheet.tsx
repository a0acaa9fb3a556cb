import { Box, Button, Stack, Text, TextInput } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useCan } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { FailureNotice } from "@/ui/components/failure-notice";
import { FormActions } from "@/ui/components/form-actions";
import { IconButton } from "@/ui/components/icon-button";
import { LoadFailed } from "@/ui/components/load-failed";
import { SideSheet } from "@/ui/components/side-sheet";
import { toastFailure } from "@/ui/toast-failure";
import { toast } from "@/ui/toasts";
import { useForm } from "@/ui/use-form";
import type { SavedSearch } from "../shapes";
import classes from "./events.module.css";
import { useDeleteSearch, useSavedSearches, useSaveSearch } from "./events-data";

const MAX_NAME_LENGTH = 100;

interface Props {
  readonly q: string;
  readonly onSearch: (q: string) => void;
  readonly onClose: () => void;
}

/** The team's saved searches. Opens or deletes them, and saves the current one under a name. */
export function SearchesSheet({ q, onSearch, onClose }: Props) {
  const { t } = useTranslation();
  const searches = useSavedSearches();
  const canEdit = useCan()("transactional.edit");
  const remove = useDeleteSearch();
  const restore = useSaveSearch();
  const items = searches.data?.items ?? [];

  function drop(search: SavedSearch): void {
    const { name, q: words } = search;
    const onError = (failure: unknown) => toastFailure(failure, t);
    const undo = {
      label: t("words.undo"),
      run: () => restore.mutate({ name, q: words }, { onError }),
    };
    remove.mutate(search, {
      onSuccess: () => toast("success", t("terms.nameDeleted", { name }), { action: undo }),
      onError,
    });
  }

  return (
    <SideSheet title={t("transactional.searches.title")} onClose={onClose}>
      {canEdit && q ? <SaveForm key={q} q={q} /> : null}
      {canEdit && !q ? (
        <Text size="sm" mb="sm" c="var(--text2)">
          {t("transactional.searches.typeFirst")}
        </Text>
      ) : null}
      {searches.isLoadingError ? (
        <LoadFailed failure={searches.error} onRetry={() => void searches.refetch()} />
      ) : items.length === 0 ? (
        <Text size="sm" mb="sm" c="var(--text2)">
          {t(searches.data ? "transactional.searches.none" : "words.loading")}
        </Text>
      ) : (
        <Stack component="ul" className={classes.files ?? ""} gap="xs" mt="sm">
          {items.map((search) => (
            <Row
              key={search.id}
              search={search}
              onOpen={() => {
                onSearch(search.q);
                onClose();
              }}
              onDelete={canEdit ? () => drop(search) : undefined}
            />
          ))}
        </Stack>
      )}
    </SideSheet>
  );
}

interface RowProps {
  readonly search: SavedSearch;
  readonly onOpen: () => void;
  readonly onDelete: (() => void) | undefined;
}

function Row({ search, onOpen, onDelete }: RowProps) {
  const { t } = useTranslation();
  return (
    <li>
      <div>
        <b dir="auto">{search.name}</b>
        <Box
          component="code"
          display="block"
          fz="xs"
          py={6}
          px="xs"
          ff="monospace"
          bdrs="sm"
          bg="var(--sunken)"
          c="var(--text)"
          style={{ overflowWrap: "anywhere" }}
        >
          {search.q}
        </Box>
      </div>
      <Button onClick={onOpen}>{t("transactional.events.show")}</Button>
      {onDelete ? (
        <IconButton size="row" label={t("terms.deleteName", { name: search.name })} onClick={onDelete}>
          <IconTrash size={16} stroke={1.7} aria-hidden="true" />
        </IconButton>
      ) : null}
    </li>
  );
}

function SaveForm({ q }: { readonly q: string }) {
  const { t } = useTranslation();
  const save = useSaveSearch();
  const form = useForm({
    initial: { name: "" },
    validate: ({ name }) => (name.trim() ? {} : { name: t("terms.enterAName2") }),
    failure: save.error,
    fieldOf: ({ payload }) => (payload.field === undefined ? undefined : "name"),
    onValid: ({ values }) => save.mutate({ name: values.name.trim(), q }, { onSuccess: form.discard }),
  });

  return (
    <form onSubmit={form.onSubmit}>
      <Stack gap={14}>
        <FailureNotice error={form.failure} />
        <Box
          component="code"
          display="block"
          fz="xs"
          py={6}
          px="xs"
          ff="monospace"
          bdrs="sm"
          bg="var(--sunken)"
          c="var(--text)"
          style={{ overflowWrap: "anywhere" }}
        >
          {q}
        </Box>
        <TextInput
          {...form.text("name")}
          label={t("words.name")}
          maxLength={MAX_NAME_LENGTH}
          autoComplete="off"
          data-autofocus
        />
        <FormActions submitLabel={t("transactional.searches.save")} isBusy={save.isPending} />
      </Stack>
    </form>
  );
}
