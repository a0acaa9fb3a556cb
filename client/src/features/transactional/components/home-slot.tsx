import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, lazy, Suspense } from "react";
import { planQuery, useMe } from "@/features/session/public";
import { type Language, loadTexts } from "@/lib/i18n/i18n";
import { TERMS } from "@/lib/terms/load";
import { HomeBones } from "./home-bones";

const FILES = import.meta.glob<Readonly<Record<string, unknown>>>("../texts/*.json", { import: "default" });

async function textsIn(language: Language): Promise<Readonly<Record<string, unknown>>> {
  const read = FILES[`../texts/${language}.json`];
  if (!read) throw new Error(`No ${language} texts of transactional mail`);
  return read();
}

/** With its words, which the home of a team without transactional mail does not need. */
const HomeCard = lazy(async () => {
  const [{ HomeCard: Card }] = await Promise.all([
    import("../analytics/home-card"),
    loadTexts({ ...TERMS, transactional: textsIn }),
  ]);
  return { default: Card };
});

/** The SMTP figures of a period, for the home of every team whose plan has them (TRX-76). */
export function SmtpFigures(props: ComponentProps<typeof HomeCard>) {
  const plan = useQuery({ ...planQuery, meta: { quiet: true } }).data;
  const maySee = useMe()?.permissions.includes("transactional.view") ?? false;
  const hasFeature = plan?.features.some(({ name, enable }) => name === "transactionalEmail" && enable) ?? false;
  if (!maySee || !hasFeature) return null;
  return (
    <Suspense fallback={<HomeBones />}>
      <HomeCard {...props} />
    </Suspense>
  );
}
