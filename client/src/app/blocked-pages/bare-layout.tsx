import { Outlet } from "react-router";
import { useIdentity, useMe, VendorMark } from "@/features/session/public";
import { useTranslation } from "@/lib/i18n/translation";
import { PlainButton } from "@/ui/components/plain-button";
import classes from "./bare-layout.module.css";

/** Frame of a screen without the shell: brand, signed-in user and sign-out. */
export function BareLayout() {
  const { t } = useTranslation();
  const identity = useIdentity();
  const email = useMe()?.user.email;
  return (
    <div className={classes.frame}>
      <header className={classes.head}>
        <div className={classes.brand}>
          <VendorMark identity={identity} size={28} />
          <span>{identity?.name}</span>
        </div>
        <div className={classes.who}>
          {email ? <span className={classes.email}>{email}</span> : null}
          <PlainButton kind="quiet" to="/logout">
            {t("terms.signOut")}
          </PlainButton>
        </div>
      </header>
      <main className={classes.main}>
        <Outlet />
      </main>
    </div>
  );
}
