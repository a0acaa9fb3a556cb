import type { ReactNode } from "react";

interface Props {
  /** Sets the scroll direction. */
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** Scroll container for larger content. It is focusable, so that it scrolls by keyboard. */
export function Scroller({ className, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keys
    <div className={className} tabIndex={0}>
      {children}
    </div>
  );
}
