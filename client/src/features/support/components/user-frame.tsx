import { Button } from "@mantine/core";
import {
  IconDots,
  IconLock,
  IconLockOpen,
  IconLogout,
  IconShieldCheck,
  IconShieldMinus,
  IconShieldPlus,
} from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { useParams } from "react-router";
import { throwIfMissing } from "@/lib/api/missing";
import { formatInteger } from "@/lib/filters";
import { useTranslation } from "@/lib/i18n/translation";
import { ActionMenu } from "@/ui/components/action-menu";
import { IconButton } from "@/ui/components/icon-button";
import { LoadFailed } from "@/ui/components/load-failed";
import type { MenuItem } from "@/ui/components/menu-item";
import { PageHead } from "@/ui/components/page-head";
import { RelativeTime } from "@/ui/components/relative-time";
import { Tabs } from "@/ui/components/tabs";
import { NameCell } from "@/ui/table/name-cell";
import type { OperatorAction } from "../operator-actions";
import { type UserDetail, useUser, useUserRoom } from "../support-data";
import { ActionSheet } from "./action-sheet-slot";
import { FrameSkeleton } from "./frame-skeleton";
import { UserState } from "./user-state";

const ICON = { size: 16, stroke: 1.7, "aria-hidden": true } as const;

/** Head, tabs and actions of a user's pages; joins the user's room while mounted. */
export function UserFrame({ children }: { readonly children: (person: UserDetail) => ReactNode }) {
  const { t } = useTranslation();
  const { id = "" } = useParams();
  const query = throwIfMissing(useUser(id));
  useUserRoom(id, () => void query.refetch());
  const [act, setAct] = useState<OperatorAction>();
  const person = query.data;
  const ending = person ? person.sessions - (person.own ? 1 : 0) : 0;

  function moreOf(one: UserDetail): readonly MenuItem[] {
    if (one.own) return [];
    const lock: MenuItem = one.locked
      ? {
          id: "unlock",
          label: t("support.unlock"),
          icon: IconLockOpen,
          onClick: () => setAct({ kind: "unlockUser", person: one }),
        }
      : {
          id: "lock",
          label: t("support.lock"),
          icon: IconLock,
          isDangerous: true,
          onClick: () => setAct({ kind: "lockUser", person: one }),
        };
    const role: MenuItem = one.operator
      ? {
          id: "take",
          label: t("support.takeOperator"),
          icon: IconShieldMinus,
          isDangerous: true,
          onClick: () => setAct({ kind: "takeOperator", person: one }),
        }
      : {
          id: "give",
          label: t("support.giveOperator"),
          icon: IconShieldPlus,
          onClick: () => setAct({ kind: "giveOperator", person: one }),
        };
    const codes: readonly MenuItem[] =
      one.wrongCodes > 0
        ? [
            {
              id: "codes",
              label: t("support.clearCodes"),
              icon: IconShieldCheck,
              onClick: () => setAct({ kind: "clearCodes", person: one }),
            },
          ]
        : [];
    return [role, ...codes, { id: "line", isDivider: true }, lock];
  }

  return (
    <>
      <PageHead
        title={person?.fullname ?? t("terms.user")}
        badge={
          person ? (
            <NameCell>
              <UserState {...person} />
            </NameCell>
          ) : undefined
        }
        state={
          person
            ? [
                person.email,
                t("support.totalTeams", { count: person.teams, formatted: formatInteger(person.teams) }),
                t("support.twoFactorState", { how: t(`support.twoFactors.${person.twoFactor}`) }),
                ...(person.wrongCodes > 0
                  ? [t("support.wrongCodes", { count: person.wrongCodes, formatted: formatInteger(person.wrongCodes) })]
                  : []),
                ...(person.lastSeenAt
                  ? [
                      <span key="seen">
                        {t("support.lastSeen")} <RelativeTime at={person.lastSeenAt} />
                      </span>,
                    ]
                  : []),
              ]
            : query.isLoadingError
              ? undefined
              : t("words.loading")
        }
        crumbs={[
          { label: t("words.supportConsole") },
          { label: t("words.users"), to: "/admin/users" },
          { label: person?.fullname ?? t("terms.user") },
        ]}
        actions={
          person ? (
            <>
              <Button
                leftSection={<IconLogout {...ICON} />}
                disabled={ending === 0}
                onClick={() => setAct({ kind: "endUserSessions", person })}
              >
                {t("support.endAll")}
              </Button>
              {person.own ? null : (
                <ActionMenu
                  items={moreOf(person)}
                  trigger={
                    <IconButton label={t("ui.more")} look="framed">
                      <IconDots {...ICON} />
                    </IconButton>
                  }
                />
              )}
            </>
          ) : undefined
        }
        tabs={
          <Tabs
            label={t("terms.user")}
            tabs={[
              {
                to: `/admin/users/${id}`,
                label: t("support.sessions"),
                isExact: true,
                ...(person ? { count: formatInteger(person.sessions) } : {}),
              },
              { to: `/admin/users/${id}/record`, label: t("words.auditLog") },
            ]}
          />
        }
      />
      {person ? (
        children(person)
      ) : query.isLoadingError ? (
        <LoadFailed failure={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <FrameSkeleton />
      )}
      {act ? <ActionSheet act={act} onClose={() => setAct(undefined)} /> : null}
    </>
  );
}
