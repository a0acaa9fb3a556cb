import { Anchor } from "@mantine/core";
import { IconMail, IconPencil, IconStar, IconTrash } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useState } from "react";
import { Link } from "react-router";
import { useMe } from "@/features/session/public";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import type { MenuItem } from "@/ui/components/menu-item";
import { RelativeTime } from "@/ui/components/relative-time";
import { StateBadge } from "@/ui/components/state-badge";
import type { DataColumn } from "@/ui/table/columns";
import { useList } from "@/ui/table/use-list";
import { toastFailure } from "@/ui/toast-failure";
import { toast } from "@/ui/toasts";
import { SenderDialog } from "../components/sender-dialog-slot";
import { SenderState } from "../components/sender-state";
import { SendersIllustration } from "../components/senders-illustration";
import { SendersList } from "../components/senders-list";
import { type Sender, useMakeDefault, useResendVerification, useSenders } from "../senders-data";
import classes from "./senders-page.module.css";

const DeleteSenderDialog = lazy(async () => ({
  default: (await import("../components/delete-sender-dialog")).DeleteSenderDialog,
}));

/** Widths of the default badge, the status dot and the gap before a status text. */
const BADGE_PX = 68;
const DOT_PX = 16;
const GAP_PX = 8;

type OpenDialog =
  | { readonly kind: "write"; readonly sender?: Sender }
  | { readonly kind: "delete"; readonly sender: Sender };

export function SendersPage() {
  const { t } = useTranslation();
  const canEdit = useMe()?.permissions.includes("sender.edit") ?? false;
  const list = useList("senders", { defaultSort: "name", sorts: ["name", "email", "domain", "createdAt"] });
  const page = useSenders(list.address);
  const [open, setOpen] = useState<OpenDialog>();
  const ask = useResendVerification();
  const choose = useMakeDefault();
  const total = page.data?.total ?? 0;

  function showFailure(failure: unknown): void {
    toastFailure(failure, t);
  }
  function resendVerification(sender: Sender): void {
    ask.mutate(sender, {
      onSuccess: () => toast("info", t("senders.mailed", { email: sender.email })),
      onError: showFailure,
    });
  }
  function makeDefault(sender: Sender): void {
    choose.mutate(sender, {
      onSuccess: () => toast("success", t("senders.nowDefault", { email: sender.email })),
      onError: showFailure,
    });
  }

  function stateWords({ validated, authentication }: Sender): readonly string[] {
    return [
      t(`senders.${validated ? "validated" : "waiting"}`),
      ...(authentication === "authenticated" ? [] : [t(`senders.authentication.${authentication}`)]),
      ...(!validated && canEdit ? [t("words.resendLink")] : []),
    ];
  }

  function domainLink({ authentication }: Sender): ReactNode {
    return authentication === "authenticated" ? null : (
      <Link className={classes.domain} to="/senders/domains">
        {t(`senders.authentication.${authentication}`)}
      </Link>
    );
  }
  function badge(sender: Sender): ReactNode {
    return sender.default ? <StateBadge kind="plain">{t("terms.default")}</StateBadge> : null;
  }

  const columns: readonly DataColumn<Sender>[] = [
    {
      id: "name",
      header: t("words.name"),
      width: 220,
      least: 170,
      isFixed: true,
      isSortable: true,
      text: ({ name }) => name,
      decoration: BADGE_PX,
      cell: (sender) => (
        <span className={classes.name}>
          <span>{sender.name}</span>
          {badge(sender)}
        </span>
      ),
    },
    {
      id: "email",
      header: t("words.emailAddress"),
      width: 260,
      least: 180,
      isSortable: true,
      text: ({ email }) => email,
      cell: ({ email }) => email,
    },
    {
      id: "status",
      header: t("words.status"),
      width: 360,
      least: 190,
      text: (sender) => stateWords(sender).join(""),
      decoration: DOT_PX + 2 * GAP_PX,
      cell: (sender) => (
        <span className={classes.name}>
          <SenderState isValidated={sender.validated} />
          {domainLink(sender)}
          {!sender.validated && canEdit ? (
            <Anchor component="button" type="button" py={4} onClick={() => resendVerification(sender)}>
              {t("words.resendLink")}
            </Anchor>
          ) : null}
        </span>
      ),
    },
    {
      id: "createdAt",
      header: t("words.added"),
      width: 130,
      align: "end",
      isSortable: true,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ];

  function actionsOf(sender: Sender): readonly MenuItem[] {
    return [
      {
        id: "edit",
        label: t("senders.change"),
        icon: IconPencil,
        onClick: () => setOpen({ kind: "write", sender }),
      },
      ...(sender.validated && !sender.default
        ? [{ id: "default", label: t("senders.makeDefault"), icon: IconStar, onClick: () => makeDefault(sender) }]
        : []),
      ...(sender.validated
        ? []
        : [{ id: "again", label: t("words.resendLink"), icon: IconMail, onClick: () => resendVerification(sender) }]),
      { id: "line", isDivider: true },
      {
        id: "delete",
        label: t("senders.delete"),
        icon: IconTrash,
        isDangerous: true,
        onClick: () => setOpen({ kind: "delete", sender }),
      },
    ];
  }

  return (
    <>
      <SendersList<Sender>
        list={list}
        page={page}
        label={t("terms.emailSenders")}
        state={
          page.data ? t("terms.addressesCount", { count: total, total: formatInteger(total) }) : t("senders.loading")
        }
        search={t("senders.search")}
        empty={{ drawing: <SendersIllustration />, title: t("senders.emptyTitle"), text: t("senders.emptyText") }}
        noMatch={{ title: t("senders.noMatch"), text: t("senders.noMatchHelp") }}
        add={{ label: t("terms.addSender"), onAdd: () => setOpen({ kind: "write" }) }}
        columns={columns}
        card={(sender) => ({
          title: (
            <>
              <bdi>{sender.name}</bdi>
              {badge(sender)}
            </>
          ),
          text: sender.email,
          status: <SenderState isValidated={sender.validated} />,
          date: domainLink(sender),
        })}
        rowId={({ senderId }) => senderId}
        rowName={({ email }) => email}
        rowActions={actionsOf}
      />
      {open?.kind === "write" ? <SenderDialog sender={open.sender} onClose={() => setOpen(undefined)} /> : null}
      <Suspense fallback={null}>
        {open?.kind === "delete" ? (
          <DeleteSenderDialog sender={open.sender} onClose={() => setOpen(undefined)} />
        ) : null}
      </Suspense>
    </>
  );
}
