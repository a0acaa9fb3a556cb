import { type Translate, toTextKey } from "@/lib/i18n/translation";
import type { PoolUse } from "./pools-data";

/** Text of a pool's use: "Campaigns, all teams". */
export function describePoolUse(use: PoolUse, t: Translate): string {
  const whose = use.companyId
    ? use.companyName
    : use.packetId
      ? t("support.pools.planOf", { name: use.packetName })
      : t("support.pools.allTeams");
  return t("support.pools.useOf", { stream: t(toTextKey(`support.pools.streams.${use.stream}`)), whose });
}
