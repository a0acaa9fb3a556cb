import { useTranslation } from "react-i18next";
import { NavLink } from "react-router";
import { integer } from "@/lib/filters";
import { useFields } from "../fields-data";
import { useLabels } from "../labels-data";
import { useMay } from "../use-may";
import classes from "./contacts-tabs.module.css";

/** The parts of the Contact Book, each with its address. */
export function ContactsTabs() {
  const { t } = useTranslation();
  const may = useMay();
  const labels = useLabels().data?.length;
  const fields = useFields().data?.length;
  const tabs = [
    { to: "/contacts", label: t("contacts.tabContacts"), count: undefined },
    { to: "/contacts/labels", label: t("contacts.labels"), count: labels },
    { to: "/contacts/fields", label: t("contacts.customFields"), count: fields },
    ...(may("import") ? [{ to: "/contacts/imports", label: t("contacts.importHistory"), count: undefined }] : []),
  ];
  return (
    <nav className={classes.tabs} aria-label={t("contacts.title")}>
      {tabs.map(({ to, label, count }) => (
        <NavLink key={to} to={to} end className={classes.tab ?? ""}>
          {label}
          {count === undefined ? null : <span className={classes.count}>{integer(count)}</span>}
        </NavLink>
      ))}
    </nav>
  );
}
