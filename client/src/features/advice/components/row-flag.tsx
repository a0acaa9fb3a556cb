import { IconAlertTriangle } from "@tabler/icons-react";
import { toTextKey, useTranslation } from "@/lib/i18n/translation";
import type { Advice } from "../advice-data";
import classes from "./row-flag.module.css";

/** Icon beside a table row that has open advice. Its label names the problems. */
export function RowFlag({ items }: { readonly items: readonly Advice[] }) {
  const { t } = useTranslation();
  if (items.length === 0) return null;
  const words = items.map(({ rule, name }) => t(toTextKey(`advice.rules.${rule}.short`), { name })).join(", ");
  const isBad = items.some(({ level }) => level === "bad");
  return (
    <span className={classes.flag} data-bad={isBad || undefined} role="img" aria-label={words} title={words}>
      <IconAlertTriangle size={14} stroke={1.8} aria-hidden="true" />
    </span>
  );
}
