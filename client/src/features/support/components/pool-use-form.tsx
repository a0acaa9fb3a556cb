import { NativeSelect, TextInput } from "@mantine/core";
import { useDeferredValue, useState } from "react";
import { useTranslation } from "@/lib/i18n/translation";
import { type Pool, type Pools, STREAMS, type Stream } from "../pools-data";
import { useTeams } from "../support-data";
import { ChangeSheet } from "./change-sheet";
import { useChangeForm } from "./use-change-form";

const USE_SCOPES = ["everyTeam", "oneTeam", "onePlan"] as const;
const MAX_TEAMS = 20;

type UseScope = (typeof USE_SCOPES)[number];

interface Props {
  readonly pool: Pool;
  readonly plans: Pools["plans"];
  readonly onClose: () => void;
}

/** Selects the email that a pool sends: a stream of all teams, of one team, or of the teams on a plan. */
export function PoolUseForm({ pool, plans, onClose }: Props) {
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  const teamsQuery = useTeams({ page: 1, size: MAX_TEAMS, search: useDeferredValue(search), filter: undefined });
  const teams = teamsQuery.data?.items ?? [];
  const findTeam = (chosen: string) => (teams.find(({ companyId }) => companyId === chosen) ?? teams[0])?.companyId;
  const change = useChangeForm({
    initial: {
      stream: "marketing" as Stream,
      scope: "everyTeam" as UseScope,
      companyId: "",
      packetId: plans[0]?.packetId ?? "",
      reason: "",
    },
    validate: ({ scope, companyId, packetId }) => ({
      companyId: scope === "oneTeam" && !findTeam(companyId) ? t("support.pools.noTeam") : undefined,
      packetId: scope === "onePlan" && packetId === "" ? t("support.pools.planMissing") : undefined,
    }),
    changeOf: ({ stream, scope, companyId, packetId }) => ({
      kind: "use",
      pool,
      fields: {
        stream,
        ...(scope === "oneTeam" ? { companyId: findTeam(companyId) ?? companyId } : {}),
        ...(scope === "onePlan" ? { packetId } : {}),
      },
    }),
    onClose,
  });
  const { form } = change;
  const { stream, scope, companyId } = form.values;

  return (
    <ChangeSheet {...change} title={t("support.pools.use")} label={t("support.pools.use")} onClose={onClose}>
      <NativeSelect
        label={t("support.pools.stream")}
        value={stream}
        error={form.errorOf("stream")}
        data={STREAMS.map((value) => ({ value, label: t(`support.pools.streams.${value}`) }))}
        onChange={({ currentTarget }) =>
          form.edit("stream", STREAMS.find((one) => one === currentTarget.value) ?? stream)
        }
      />
      <NativeSelect
        label={t("terms.appliesTo")}
        value={scope}
        data={USE_SCOPES.map((value) => ({ value, label: t(`support.pools.${value}`) }))}
        onChange={({ currentTarget }) =>
          form.edit("scope", USE_SCOPES.find((one) => one === currentTarget.value) ?? scope)
        }
      />
      {scope === "oneTeam" ? (
        <>
          <TextInput
            label={t("support.pools.searchTeam")}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <NativeSelect
            {...form.text("companyId")}
            label={t("words.team")}
            value={findTeam(companyId) ?? ""}
            data={teams.map(({ companyId: value, name }) => ({ value, label: name }))}
            error={teamsQuery.isSuccess && teams.length === 0 ? t("support.pools.noTeam") : form.errorOf("companyId")}
          />
        </>
      ) : null}
      {scope === "onePlan" ? (
        <NativeSelect
          {...form.text("packetId")}
          label={t("terms.plan")}
          data={plans.map(({ packetId: value, name }) => ({ value, label: name }))}
        />
      ) : null}
    </ChangeSheet>
  );
}
