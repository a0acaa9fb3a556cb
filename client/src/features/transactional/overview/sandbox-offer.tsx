import { useCan } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { Card } from "@/ui/components/card";
import type { Overview } from "../shapes";
import { CreateKey } from "./make-key";
import classes from "./overview.module.css";
import { QuickStart } from "./quick-start";
import { useStartKeys } from "./start-keys";

/** Offers the quick start with a sandbox key while a domain waits for DNS. */
export function SandboxOffer({ overview }: { readonly overview: Overview }) {
  const { t } = useTranslation();
  const canCreate = useCan()("transactional.keys");
  const hasBegun = useStartKeys().sandbox !== undefined || overview.firstMessage !== null;
  if (hasBegun) {
    return (
      <section className={classes.offer} aria-label={t("transactional.start.sandbox.title")}>
        <h2>{t("transactional.start.sandbox.title")}</h2>
        <QuickStart overview={overview} />
      </section>
    );
  }
  if (!canCreate) return null;
  return (
    <Card title={t("transactional.start.sandbox.title")}>
      <div className={classes.offer}>
        <p>{t("transactional.start.sandbox.help")}</p>
        <CreateKey kind="sandbox" isAnother={false} />
      </div>
    </Card>
  );
}
