import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { hiddenAtFirst } from "@/ui/table/columns";
import { useList } from "@/ui/table/use-list";
import { CampaignList } from "../../components/campaign-list";
import { useRowActs } from "../../use-row-acts";
import { abColumns } from "../ab-columns";
import { type AbTestRow, useAbTests, useDuplicateTest, usePauseTest, useResumeTest } from "../ab-data";

/** All A/B tests of the team. */
export function AbTestsPage() {
  const { t } = useTranslation();
  const columns = useMemo(() => abColumns(t), [t]);
  const list = useList("ab-tests", {
    defaultSort: "-createdAt",
    filterName: "status",
    hiddenAtFirst: hiddenAtFirst(columns),
  });
  const page = useAbTests(list.address);
  const { actsOf } = useRowActs({
    duplicate: useDuplicateTest(),
    pause: usePauseTest(),
    resume: useResumeTest(),
  });
  return <CampaignList<AbTestRow> kind="abTest" list={list} page={page} columns={columns} actsOf={actsOf} />;
}
