import { integer } from "@/lib/filters";
import type { Translate } from "@/lib/i18n/translation";
import { RelativeTime } from "@/ui/components/relative-time";
import type { DataColumn } from "@/ui/table/columns";
import { NOTHING, sharedColumns } from "../columns";
import type { AbTestRow } from "./ab-data";
import { letterOf, phaseOf } from "./rules";

export function abColumns(t: Translate): readonly DataColumn<AbTestRow>[] {
  const { name, status, recipients, opened, clicked, createdAt } = sharedColumns(t);
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
      cell: ({ variantCount }) => integer(variantCount ?? 0),
    },
    {
      id: "winner",
      header: t("abTests.winner"),
      width: 130,
      cell: ({ test, ...row }) => {
        if (test.winner !== null) {
          return test.winnerBy === "tie"
            ? t("abTests.tieCell", { letter: letterOf(test.winner) })
            : letterOf(test.winner);
        }
        const phase = phaseOf(test, row, Date.now());
        if (phase === undefined || phase === "decided") return NOTHING;
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
      cell: ({ startedAt }) => (startedAt ? <RelativeTime at={startedAt} /> : NOTHING),
    },
    createdAt,
  ];
}
