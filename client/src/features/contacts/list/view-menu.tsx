import {
  IconBookmark,
  IconCheck,
  IconDeviceFloppy,
  IconLink,
  IconPencil,
  IconTrash,
  IconUser,
  IconUsers,
} from "@tabler/icons-react";
import { useState } from "react";
import { useCan } from "@/features/session/public";
import { isFailure } from "@/lib/api/failure";
import { describeFailure } from "@/lib/describe-failure";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import { ActionMenu } from "@/ui/components/action-menu";
import { ConfirmDialog } from "@/ui/components/confirm-dialog";
import type { MenuItem } from "@/ui/components/menu-item";
import type { DataColumn } from "@/ui/table/columns";
import { toast } from "@/ui/toasts";
import { useCopy } from "@/ui/use-copy";
import { DEFAULT_SORT, type ListQuery, NO_FILTERS } from "../list-query";
import classes from "./list.module.css";
import { ViewDialog } from "./view-dialog";
import { buildViewSettings, isChanged, listHiddenInView, toListQuery } from "./view-settings";
import { type ContactView, useDeleteView, useSaveView, useSetDefaultView, useViews } from "./views-data";

interface Props {
  readonly query: ListQuery;
  readonly columns: readonly DataColumn<never>[];
  readonly hidden: readonly string[];
  readonly onChange: (change: Partial<ListQuery>) => void;
  readonly onHidden: (hidden: readonly string[]) => void;
}

type Open = { readonly kind: "new" } | { readonly kind: "edit" | "delete"; readonly view: ContactView } | undefined;

/** Menu of the saved views and their actions; shows the selected one. */
export function ViewMenu({ query, columns, hidden, onChange, onHidden }: Props) {
  const { t } = useTranslation();
  const can = useCan();
  const { data } = useViews();
  const [open, setOpen] = useState<Open>();
  const { copy } = useCopy({ onCopied: () => toast("success", t("contactList.views.linkCopied")) });
  const save = useSaveView();
  const setDefault = useSetDefaultView();
  const items = data?.items ?? [];
  const view = items.find(({ id }) => String(id) === query.view);
  const look = buildViewSettings(query, columns, hidden);
  const hasChanged = view !== undefined && isChanged(view, look);
  const canEdit = view !== undefined && (!view.shared || can("contact.edit"));

  function show(next: ContactView): void {
    const hiddenColumns = listHiddenInView(next, columns);
    if (hiddenColumns) onHidden(hiddenColumns);
    onChange(toListQuery(next));
  }

  function entry(each: ContactView): MenuItem {
    const icon = each === view ? IconCheck : each.shared ? IconUsers : IconUser;
    const label = each.own ? each.name : t("contactList.views.sharedBy", { name: each.name, by: each.fullname });
    return { id: `view:${each.id}`, label, icon, onClick: () => show(each) };
  }

  function saveChanges(changed: ContactView): void {
    const body = { name: changed.name, shared: changed.shared, ...look };
    save.mutate(
      { id: changed.id, body },
      {
        onSuccess: ({ name }) => toast("success", t("contactList.views.saved", { name })),
        onError: (failure) => {
          if (isFailure(failure)) toast("error", describeFailure(failure, t));
        },
      },
    );
  }

  function copyLink(id: number): void {
    const address = `${window.location.origin}/contacts?view=${id}`;
    copy(address);
  }

  function actsOn(one: ContactView): readonly MenuItem[] {
    const words = (name: string) => t(toTextKey(`contactList.views.${name}`));
    const isDefault = data?.defaultId === one.id;
    return [
      {
        id: "default",
        label: words("default"),
        isTicked: isDefault,
        onClick: () => setDefault.mutate({ body: { viewId: isDefault ? null : one.id } }),
      },
      { id: "link", label: words("copyLink"), icon: IconLink, onClick: () => copyLink(one.id) },
      ...(canEdit
        ? [
            { id: "edit", label: words("edit"), icon: IconPencil, onClick: () => setOpen({ kind: "edit", view: one }) },
            {
              id: "delete",
              label: words("delete"),
              icon: IconTrash,
              isDangerous: true,
              onClick: () => setOpen({ kind: "delete", view: one }),
            },
          ]
        : []),
    ];
  }

  const own = items.filter((each) => !each.shared);
  const shared = items.filter((each) => each.shared);
  const entries: readonly MenuItem[] = [
    {
      id: "all",
      label: t("contactList.views.all"),
      icon: view ? IconBookmark : IconCheck,
      onClick: () => onChange({ ...NO_FILTERS, sort: DEFAULT_SORT, view: data?.defaultId ? "all" : undefined }),
    },
    ...(own.length > 0 ? [{ id: "own", heading: t("contactList.views.own") }, ...own.map(entry)] : []),
    ...(shared.length > 0 ? [{ id: "shared", heading: t("contactList.views.shared") }, ...shared.map(entry)] : []),
    { id: "line", isDivider: true },
    ...(view && hasChanged && canEdit
      ? [
          {
            id: "save",
            label: t("contactList.views.saveChanges"),
            icon: IconDeviceFloppy,
            onClick: () => saveChanges(view),
          },
        ]
      : []),
    {
      id: "new",
      label: t("contactList.views.saveNew"),
      icon: IconBookmark,
      onClick: () => setOpen({ kind: "new" }),
    },
    ...(view ? actsOn(view) : []),
  ];
  const name = view?.name ?? t("contactList.views.all");

  return (
    <>
      <ActionMenu
        width={260}
        from="start"
        items={entries}
        trigger={
          <button type="button" className={classes.view} aria-label={t("contactList.views.label", { name })}>
            <span>{name}</span>
            {hasChanged ? <i>{t("contactList.views.changed")}</i> : null}
          </button>
        }
      />
      {open?.kind === "new" || open?.kind === "edit" ? (
        <ViewDialog
          view={open.kind === "edit" ? open.view : undefined}
          look={look}
          onSaved={(saved) => {
            setOpen(undefined);
            toast("success", t("contactList.views.saved", { name: saved.name }));
            onChange({ view: String(saved.id) });
          }}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
      {open?.kind === "delete" ? (
        <DeleteViewDialog
          view={open.view}
          onDone={() => {
            setOpen(undefined);
            onChange({ view: undefined });
          }}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </>
  );
}

interface DeleteProps {
  readonly view: ContactView;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function DeleteViewDialog({ view, onDone, onClose }: DeleteProps) {
  const { t } = useTranslation();
  const remove = useDeleteView();
  const { name, shared } = view;
  return (
    <ConfirmDialog
      title={t("contactList.views.deleteTitle", { name })}
      confirmLabel={t("contactList.views.delete")}
      isDangerous
      isBusy={remove.isPending}
      onCancel={onClose}
      onConfirm={() =>
        remove.mutate(
          { params: { path: { view_id: view.id } } },
          {
            onSuccess: () => {
              toast("success", t("contactList.views.deleted", { name }));
              onDone();
            },
          },
        )
      }
    >
      <p>{t(shared ? "contactList.views.deleteShared" : "contactList.views.deleteOwn")}</p>
      {isFailure(remove.error) ? <p role="alert">{describeFailure(remove.error, t)}</p> : null}
    </ConfirmDialog>
  );
}
