import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, lazy, Suspense } from "react";
import { planQuery, useCan } from "@/features/session/public";
import { createTextSource, loadTexts, type Texts } from "@/lib/i18n/i18n";
import { TERMS } from "@/lib/terms/load";
import { HomeSkeleton } from "./home-skeleton";

const FILES = import.meta.glob<Texts>("../texts/*.json", { import: "default" });

/** Loaded with its own texts, which a team without transactional email never downloads. */
const HomeCard = lazy(async () => {
  const [{ HomeCard: Card }] = await Promise.all([
    import("../analytics/home-card"),
    loadTexts({ ...TERMS, transactional: createTextSource(FILES, "../texts") }),
  ]);
  return { default: Card };
});

/** SMTP statistics on the home screen, if the team's plan includes transactional email (TRX-76). */
export function SmtpMetrics(props: ComponentProps<typeof HomeCard>) {
  const plan = useQuery(planQuery).data;
  const canView = useCan()("transactional.view");
  const hasFeature = plan?.features.some(({ name, enable }) => name === "transactionalEmail" && enable) ?? false;
  if (!canView || !hasFeature) return null;
  return (
    <Suspense fallback={<HomeSkeleton />}>
      <HomeCard {...props} />
    </Suspense>
  );
}
