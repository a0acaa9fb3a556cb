import { Text } from "@mantine/core";
import type { MouseEvent, ReactNode } from "react";
import { useNavigate } from "react-router";
import { findInternalPath } from "@/lib/routing";
import { createPolicy } from "@/lib/trusted-types";
import classes from "./help-html.module.css";

interface Props {
  /** Heading over the text, where nothing else names it. */
  readonly title?: string;
  readonly under?: ReactNode;
  /** Text of ours, rendered and sanitized by the server (server/help/texts.py). */
  readonly html: string;
  /** Opens a linked article in place; without it, links to articles navigate. */
  readonly onArticle?: (slug: string) => void;
}

const policy = createPolicy("help-html", { createHTML: (html) => html });

const ARTICLE_PATH_PATTERN = /^\/help\/([\w-]+)$/;

/** A help text. Links within the product navigate without reloading the page. */
export function HelpHtml({ title, under, html, onArticle }: Props) {
  const navigate = useNavigate();

  function follow(event: MouseEvent<HTMLElement>): void {
    const link = (event.target as HTMLElement).closest("a");
    const path = findInternalPath(link?.getAttribute("href"));
    if (!path || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    const slug = ARTICLE_PATH_PATTERN.exec(path)?.[1];
    if (slug && onArticle) onArticle(slug);
    else void navigate(path);
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a link's Enter arrives here as a click
    <article className={classes.article} onClick={follow}>
      {title ? (
        <Text component="h3" size="xl" lh="lg" mb="xs" fw={600} lts="-0.014em">
          {title}
        </Text>
      ) : null}
      {under ? (
        <Text size="xs" mb="sm" c="dimmed">
          {under}
        </Text>
      ) : null}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own text, sanitised where it is rendered */}
      <div dangerouslySetInnerHTML={{ __html: policy?.createHTML(html) ?? html }} />
    </article>
  );
}
