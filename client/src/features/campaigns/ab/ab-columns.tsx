import type { TFunction } from "i18next";
import { Link } from "react-router";
import { Watchers } from "@/features/presence/public";
import { integer } from "@/lib/filters";
import { RelativeTime } from "@/ui/components/relative-time";
import type { DataColumn } from "@/ui/table/columns";
import { campaignPath } from "../campaigns-data";
import classes from "../columns.module.css";
import { CampaignState } from "../components/campaign-state";
import { RateCell } from "../components/rate-cell";
import type { AbTestRow } from "./ab-data";
import { letterOf, phaseOf } from "./rules";

const NOTHING = "–";

/** Columns of the list of tests. */
export function abColumns(t: TFunction): readonly DataColumn<AbTestRow>[] {
  return [
    {
      id: "name",
      header: t("campaigns.name"),
      width: 212,
      isFixed: true,
      isSortable: true,
      cell: (row) => (
        <span className={classes.name}>
          <Link to={campaignPath(row)} title={row.name}>
            {row.name}
          </Link>
          <Watchers thing={`campaign:${row.id}`} size={18} />
        </span>
      ),
    },
    {
      id: "status",
      header: t("campaigns.status"),
      width: 116,
      isSortable: true,
      cell: ({ status }) => <CampaignState status={status} />,
    },
    { id: "tested", header: t("abTests.tested"), width: 110, cell: ({ test }) => t(`abTests.testedOf.${test.tested}`) },
    {
      id: "variants",
      header: t("abTests.variants"),
      width: 90,
      align: "end",
      cell: ({ variantCount }) => integer(variantCount ?? 0),
    },
    {
      id: "winner",
      header: t("abTests.winner"),
      width: 130,
      cell: ({ test, startedAt, status }) => {
        if (test.winner !== null) {
          return test.winnerBy === "tie"
            ? t("abTests.tieCell", { letter: letterOf(test.winner) })
            : letterOf(test.winner);
        }
        const phase = phaseOf(test, { startedAt, status }, Date.now());
        if (phase === undefined || phase === "decided") return NOTHING;
        // Whom nobody is asked to choose for is chosen within seconds.
        return t(`abTests.phases.${phase === "choosing" && test.chooses === "rule" ? "testing" : phase}`);
      },
    },
    {
      id: "recipients",
      header: t("campaigns.recipients"),
      width: 90,
      align: "end",
      cell: ({ figures }) => (figures ? integer(figures.recipients) : NOTHING),
    },
    {
      id: "opened",
      header: t("campaigns.opened"),
      width: 124,
      align: "end",
      cell: ({ figures }) => (figures ? <RateCell part={figures.opened} whole={figures.delivered} /> : NOTHING),
    },
    {
      id: "clicked",
      header: t("campaigns.clicked"),
      width: 116,
      align: "end",
      cell: ({ figures }) => (figures ? <RateCell part={figures.clicked} whole={figures.delivered} /> : NOTHING),
    },
    {
      id: "startedAt",
      header: t("campaigns.startedAt"),
      width: 112,
      align: "end",
      isSortable: true,
      cell: ({ startedAt }) => (startedAt ? <RelativeTime at={startedAt} /> : NOTHING),
    },
    {
      id: "createdAt",
      header: t("campaigns.createdAt"),
      width: 112,
      align: "end",
      isSortable: true,
      isOptional: true,
      cell: ({ createdAt }) => <RelativeTime at={createdAt} />,
    },
  ];
}
