import { PlainButton } from "@/ui/components/plain-button";
import { useOverrideTitle } from "@/ui/page-title";
import { MissingIllustration } from "./missing-illustration";
import classes from "./plain-page.module.css";

interface Props {
  readonly title: string;
  readonly text: string;
  readonly back: { readonly label: string; readonly to: string };
  /** Page title, where it differs from the heading. */
  readonly pageTitle?: string;
  /** Whether the page is shown within the frame, which already has a main landmark. */
  readonly isFramed: boolean;
}

/** Shown for an address that leads to nothing: says what is missing and links back. */
export function MissingPage({ title, text, back, pageTitle = title, isFramed }: Props) {
  useOverrideTitle(pageTitle);
  const content = (
    <>
      <MissingIllustration />
      <h1>{title}</h1>
      <p>{text}</p>
      <PlainButton kind="primary" to={back.to}>
        {back.label}
      </PlainButton>
    </>
  );
  return isFramed ? (
    <section className={classes.page} data-framed>
      {content}
    </section>
  ) : (
    <main className={classes.page}>{content}</main>
  );
}
