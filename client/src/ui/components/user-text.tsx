import { useQuery } from "@tanstack/react-query";

interface Props {
  /** Text written by a user, as Markdown or HTML. */
  readonly text: string;
  readonly kind: "markdown" | "html";
  /** Whether links open in the same tab (DISP-23). */
  readonly self?: boolean;
  readonly className?: string | undefined;
}

/** Shows a user's text with its line breaks and links, but without active content (DISP-22 to 24). */
export function UserText({ text, kind, self = false, className }: Props) {
  const { data: html } = useQuery({
    queryKey: ["user-text", kind, self, text],
    // The sanitizer loads with the first such text.
    queryFn: async () => {
      const { renderMarkdownLines, sanitizeHtml } = await import("@/lib/user-html");
      return kind === "markdown" ? renderMarkdownLines(text, { self }) : sanitizeHtml(text, { self });
    },
    staleTime: Number.POSITIVE_INFINITY,
    meta: { toast: true },
  });
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it comes out of the one sanitiser.
  return html === undefined ? null : <div className={className} dangerouslySetInnerHTML={{ __html: html }} />;
}
