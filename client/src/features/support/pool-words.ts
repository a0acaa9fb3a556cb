import type { TFunction } from "i18next";
import type { PoolUse } from "./pools-data";

/** Which mail leaves, and whose: "Campaigns, all teams". */
export function whatLeaves(use: PoolUse, t: TFunction): string {
  const whose = use.companyId
    ? use.companyName
    : use.packetId
      ? t("support.pools.planOf", { name: use.packetName })
      : t("support.pools.allTeams");
  return t("support.pools.useOf", { stream: t(`support.pools.streams.${use.stream}`), whose });
}
