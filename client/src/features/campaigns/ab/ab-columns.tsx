import { formatInteger } from "@/lib/filters";
import type { Translate } from "@/lib/i18n/translation";
import { RelativeTime } from "@/ui/components/relative-time";
import type { DataColumn } from "@/ui/table/columns";
import { buildSharedColumns, EMPTY_CELL } from "../columns";
import type { AbTestRow } from "./ab-data";
import { getLetter, getPhase } from "./rules";

export function buildAbColumns(t: Translate): readonly DataColumn<AbTestRow>[] {
  const { name, status, recipients, opened, clicked, createdAt } = buildSharedColumns(t);
  return [
    name,
    status,
    {
      id: "tested",
      header: t("abTests.testedElement"),
      width: 110,
      cell: ({ test }) => t(`abTests.testedOf.${test.tested}`),
    },
    {
      id: "variants",
      header: t("terms.variants"),
      width: 90,
      align: "end",
      cell: ({ variantCount }) => formatInteger(variantCount ?? 0),
    },
    {
      id: "winner",
      header: t("abTests.winner"),
      width: 130,
      cell: ({ test, ...row }) => {
        if (test.winner !== null) {
          return test.winnerBy === "tie"
            ? t("abTests.tieCell", { letter: getLetter(test.winner) })
            : getLetter(test.winner);
        }
        const phase = getPhase(test, row, Date.now());
        if (phase === undefined || phase === "decided") return EMPTY_CELL;
        // If the rule picks the winner, this phase lasts only seconds, so it shows as testing.
        return t(`abTests.phases.${phase === "choosing" && test.chooses === "rule" ? "testing" : phase}`);
      },
    },
    recipients,
    opened,
    clicked,
    {
      id: "startedAt",
      header: t("terms.started"),
      width: 112,
      align: "end",
      isSortable: true,
      cell: ({ startedAt }) => (startedAt ? <RelativeTime at={startedAt} /> : EMPTY_CELL),
    },
    createdAt,
  ];
}
