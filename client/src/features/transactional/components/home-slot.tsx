import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, lazy, Suspense } from "react";
import { planQuery, useCan } from "@/features/session/public";
import { loadTexts, type Texts, textSource } from "@/lib/i18n/i18n";
import { TERMS } from "@/lib/terms/load";
import { HomeBones } from "./home-bones";

const FILES = import.meta.glob<Texts>("../texts/*.json", { import: "default" });

/** With its words, which the home of a team without transactional email does not need. */
const HomeCard = lazy(async () => {
  const [{ HomeCard: Card }] = await Promise.all([
    import("../analytics/home-card"),
    loadTexts({ ...TERMS, transactional: textSource(FILES, "../texts") }),
  ]);
  return { default: Card };
});

/** The SMTP figures of a period, for the home of every team whose plan has them (TRX-76). */
export function SmtpFigures(props: ComponentProps<typeof HomeCard>) {
  const plan = useQuery(planQuery).data;
  const maySee = useCan()("transactional.view");
  const hasFeature = plan?.features.some(({ name, enable }) => name === "transactionalEmail" && enable) ?? false;
  if (!maySee || !hasFeature) return null;
  return (
    <Suspense fallback={<HomeBones />}>
      <HomeCard {...props} />
    </Suspense>
  );
}
