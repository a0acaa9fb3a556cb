import type { ReactNode } from "react";
import { useIdentity } from "../identity";
import { AppearanceMenu } from "./appearance-menu";
import classes from "./auth-page.module.css";
import { Decoration } from "./decoration";
import { LanguageMenu } from "./language-menu";
import { VendorMark } from "./vendor-mark";

interface Props {
  readonly title: string;
  readonly children: ReactNode;
}

/** Frame of the screens before sign-in: the form, with the vendor's decoration beside or above it. */
export function AuthPage({ title, children }: Props) {
  const identity = useIdentity();
  return (
    <div className={classes.page}>
      <main className={classes.side}>
        <div className={classes.column}>
          <div className={classes.brand}>
            {identity?.logo.startsWith("/") ? (
              <img className={classes.logo} src={identity.logo} alt={identity.name} />
            ) : (
              <>
                <VendorMark identity={identity} />
                <span>{identity?.name}</span>
              </>
            )}
          </div>
          <h1 className={classes.title}>{title}</h1>
          {children}
        </div>
        <footer className={classes.foot}>
          <LanguageMenu />
          <AppearanceMenu />
        </footer>
      </main>
      <Decoration identity={identity} />
    </div>
  );
}
