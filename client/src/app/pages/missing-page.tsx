import { PlainButton } from "@/ui/components/plain-button";
import { useOverrideTitle } from "@/ui/page-title";
import { MissingDrawing } from "./missing-drawing";
import classes from "./plain-page.module.css";

interface Props {
  readonly title: string;
  readonly text: string;
  readonly back: { readonly label: string; readonly to: string };
  /** The title of the page, where it is not what the page says. */
  readonly pageTitle?: string;
  /** Within the frame, which is a page of its own. */
  readonly isFramed: boolean;
}

/** What an address leads to that names nothing: what is missing, and the way back. */
export function MissingPage({ title, text, back, pageTitle = title, isFramed }: Props) {
  useOverrideTitle(pageTitle);
  const content = (
    <>
      <MissingDrawing />
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
