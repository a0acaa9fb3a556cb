import { useTranslation } from "react-i18next";
import { CopyValue } from "@/features/senders/public";
import classes from "./parts/config.module.css";

interface Props {
  /** What it is, such as "API key": the button that copies says it. */
  readonly label: string;
  readonly secret: string;
  /** What it is for. */
  readonly help?: string;
}

/** A secret that is shown this once. */
export function SecretOnce({ label, secret, help }: Props) {
  const { t } = useTranslation();
  return (
    <section className={classes.secret} aria-label={label}>
      <h2>{label}</h2>
      <CopyValue label={label} text={secret} />
      <p>
        {t("transactional.config.once")} {help}
      </p>
    </section>
  );
}
