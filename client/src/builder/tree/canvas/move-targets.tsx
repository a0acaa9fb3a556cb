import { useSelector } from "@xstate/react";
import { memo, type RefObject, useLayoutEffect, useState } from "react";
import { PlainButton } from "@/ui/components/plain-button";
import { useSnapshot } from "../../collab/store/use-store";
import { buildPositionKey } from "../drag/target-positions";
import { useEditor } from "../editor";
import type { TreePosition } from "../model/tree-positions";
import { cancelMove, dropActiveMove, formatMoveSubject, listMovePositions } from "../moves";
import classes from "./canvas.module.css";
import { computePositionRect, indexNodeElements, type Rect } from "./position-rects";

/** Pixels around the line of a position that accept a tap. */
const TAP_MARGIN_PIXELS = 8;
/** Pixels by which a position in the root extends to the left, where no position inside a row covers it. */
const ROOT_OUTDENT_PIXELS = 32;

interface VisibleTarget {
  readonly place: TreePosition;
  /** Index among all positions, of which some are not visible. */
  readonly at: number;
  readonly rect: Rect;
}

/** The positions for the lifted nodes, as buttons to tap. The target of the arrow keys is marked. */
export function MoveTargets({ desk }: { readonly desk: RefObject<HTMLDivElement | null> }) {
  const editor = useEditor();
  const lifted = useSelector(editor.actor, (state) =>
    state.matches({ pointer: "lifted" }) ? state.context.lifted : null,
  );
  if (!lifted) return null;
  return <TargetList desk={desk} at={lifted.at} name={formatMoveSubject(editor, lifted)} />;
}

interface TargetListProps {
  readonly desk: RefObject<HTMLDivElement | null>;
  readonly at: number;
  readonly name: string;
}

function TargetList({ desk, at, name }: TargetListProps) {
  const editor = useEditor();
  const snapshot = useSnapshot(editor.store);
  const [{ visible, count }, setShown] = useState<{ visible: readonly VisibleTarget[]; count: number }>({
    visible: [],
    count: 0,
  });

  useLayoutEffect(() => {
    const { current } = desk;
    if (!current) return;
    const measure = (): void => {
      const places = listMovePositions(editor);
      const elements = indexNodeElements(current);
      const visible = places.flatMap((place, index) => {
        const rect = computePositionRect(current, snapshot, place, (id) => elements.get(id));
        return rect ? [{ place, at: index, rect: snapshot.tree.has(place.parent) ? widenRect(rect) : rect }] : [];
      });
      setShown({ visible, count: places.length });
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(current);
    return () => watch.disconnect();
  }, [editor, desk, snapshot]);

  const aimed = visible.find((each) => each.at === at);
  // Scrolls to the target of the arrow keys.
  useLayoutEffect(() => {
    const { current } = desk;
    if (!current || !aimed) return;
    const { top } = aimed.rect;
    if (top < current.scrollTop + 40 || top > current.scrollTop + current.clientHeight - 80) {
      current.scrollTop = top - current.clientHeight / 2;
    }
  }, [desk, aimed]);

  return (
    <>
      {visible.map((each) => (
        <TargetButton key={buildPositionKey(each.place)} shown={each} count={count} isAimed={each.at === at} />
      ))}
      <div className={classes.moving}>
        <span>{editor.t("tree.moving.bar", { name })}</span>
        <PlainButton onClick={() => cancelMove(editor)}>{editor.t("ui.cancel")}</PlainButton>
      </div>
    </>
  );
}

interface TargetButtonProps {
  readonly shown: VisibleTarget;
  /** Number of all positions. */
  readonly count: number;
  readonly isAimed: boolean;
}

const TargetButton = memo(function PlaceButton({ shown: { at, rect }, count, isAimed }: TargetButtonProps) {
  const editor = useEditor();
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes.place}
      style={{
        left: rect.left - (rect.isUpright ? TAP_MARGIN_PIXELS : 0),
        top: rect.top - (rect.isUpright ? 0 : TAP_MARGIN_PIXELS),
        width: rect.width + (rect.isUpright ? 2 * TAP_MARGIN_PIXELS : 0),
        height: rect.height + (rect.isUpright ? 0 : 2 * TAP_MARGIN_PIXELS),
      }}
      data-upright={rect.isUpright || undefined}
      data-aimed={isAimed || undefined}
      aria-label={editor.t("tree.moving.here", { number: at + 1, count })}
      onClick={(event) => {
        event.stopPropagation();
        dropActiveMove(editor, at);
      }}
    />
  );
});

function widenRect(rect: Rect): Rect {
  const left = Math.max(0, rect.left - ROOT_OUTDENT_PIXELS);
  return { ...rect, left, width: rect.left - left + rect.width + ROOT_OUTDENT_PIXELS };
}
