import type { ReactNode } from "react";

interface Props {
  /** Says which way it scrolls. */
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** The room of something that is larger; who has no pointer scrolls it with the keys. */
export function Scroller({ className, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be scrolled with the keys
    <div className={className} tabIndex={0}>
      {children}
    </div>
  );
}
