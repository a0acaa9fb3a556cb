import { Stack, Text } from "@mantine/core";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import type { VersionChange } from "./model";
import classes from "./versions.module.css";

interface Props {
  readonly title: string;
  readonly marks: ReadonlyMap<string, VersionChange>;
  /** The changes to mark: deleted nodes are in the earlier state only. */
  readonly tells: readonly VersionChange[];
  readonly words: (change: VersionChange) => string;
  readonly children: ReactNode;
}

/** A read-only state of the document, with the changed nodes marked. */
export function DocumentPreview({ title, marks, tells, words, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  // The canvas renders the nodes, so the marks are set on their elements after every render.
  useLayoutEffect(() => {
    const preview = place.current;
    if (!preview) return;
    const mark = () => {
      for (const element of preview.querySelectorAll<HTMLElement>("[data-node]")) {
        const change = marks.get(element.dataset.node ?? "");
        const isTold = change !== undefined && tells.includes(change);
        if (isTold) {
          element.dataset.change = change;
          element.dataset.changeWords = words(change);
        } else {
          delete element.dataset.change;
        }
      }
    };
    mark();
    const watch = new MutationObserver(mark);
    watch.observe(preview, { childList: true, subtree: true });
    return () => watch.disconnect();
  }, [marks, tells, words]);
  // Scales each of the two states to its half of the screen.
  useLayoutEffect(() => {
    const [outside, inside] = [place.current, inner.current];
    if (!outside || !inside) return;
    const watch = new ResizeObserver(() => {
      inside.style.zoom = "1";
      const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(outside);
      const room = outside.clientWidth - Number.parseFloat(paddingInlineStart) - Number.parseFloat(paddingInlineEnd);
      const factor = room / inside.scrollWidth;
      inside.style.zoom = factor > 0 && factor < 1 ? String(factor) : "1";
    });
    watch.observe(outside);
    return () => watch.disconnect();
  }, []);
  return (
    <Stack
      component="section"
      gap={0}
      mih={0}
      bd="1px solid var(--line)"
      bdrs="lg"
      style={{ overflow: "hidden" }}
      aria-label={title}
    >
      <Text
        component="h3"
        size="xs"
        flex="none"
        px="sm"
        py="xs"
        fw={500}
        style={{ borderBlockEnd: "1px solid var(--line)" }}
      >
        {title}
      </Text>
      {/* Inert: links and controls are only shown here. */}
      <div ref={place} className={classes.preview} inert>
        <div ref={inner}>{children}</div>
      </div>
    </Stack>
  );
}
