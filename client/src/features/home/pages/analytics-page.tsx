import { useTranslation } from "react-i18next";
import { EmptyState } from "@/ui/components/empty-state";
import { PageHead } from "@/ui/components/page-head";
import { FiguresDrawing } from "../components/figures-drawing";

export function AnalyticsPage() {
  const { t } = useTranslation();
  return (
    <>
      <PageHead title={t("home.title")} state={t("home.state")} />
      <EmptyState drawing={<FiguresDrawing />} title={t("home.emptyTitle")} text={t("home.emptyText")} />
    </>
  );
}
