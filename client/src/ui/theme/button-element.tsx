import type { ComponentProps, MouseEvent } from "react";

interface Props extends ComponentProps<"button"> {
  /** Set by Mantine from `loading`. */
  readonly "data-loading"?: boolean;
}

function ignoreClick(event: MouseEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/**
 * The element of Mantine's buttons. While it loads, it keeps the focus, which Mantine's disabled button would lose, and
 * ignores clicks. That includes the click by which Enter in a field submits a form.
 */
export function ButtonElement({ type, disabled, onClick, ...button }: Props) {
  const isLoading = button["data-loading"] === true;
  return (
    <button
      {...button}
      type={type ?? "button"}
      disabled={disabled && !isLoading}
      aria-busy={isLoading || undefined}
      aria-disabled={isLoading || button["aria-disabled"]}
      onClick={isLoading ? ignoreClick : onClick}
    />
  );
}
