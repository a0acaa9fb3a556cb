import { useSelector } from "@xstate/react";
import { memo, type RefObject, useLayoutEffect, useState } from "react";
import { PlainButton } from "@/ui/components/plain-button";
import { useSnapshot } from "../../collab/store/use-store";
import { keyOf } from "../drag/every-place";
import { useEditor } from "../editor";
import type { Place } from "../model/places";
import { dropLifted, giveUp, nameInHand, placesInHand } from "../moving";
import classes from "./canvas.module.css";
import { markRect, nodeElements, type Rect } from "./mark-rects";

/** Pixels around the line of a position that accept a tap. */
const REACH = 8;
/** Pixels by which a position in the root extends to the left, where no position inside a row covers it. */
const OUT = 32;

interface Shown {
  readonly place: Place;
  /** Index among all positions, of which some are not drawn. */
  readonly at: number;
  readonly rect: Rect;
}

/** The positions for the lifted nodes, as buttons to tap. The target of the arrow keys is marked. */
export function MovePlaces({ desk }: { readonly desk: RefObject<HTMLDivElement | null> }) {
  const editor = useEditor();
  const lifted = useSelector(editor.actor, (state) =>
    state.matches({ pointer: "lifted" }) ? state.context.lifted : null,
  );
  if (!lifted) return null;
  return <Places desk={desk} at={lifted.at} name={nameInHand(editor, lifted)} />;
}

interface PlacesProps {
  readonly desk: RefObject<HTMLDivElement | null>;
  readonly at: number;
  readonly name: string;
}

function Places({ desk, at, name }: PlacesProps) {
  const editor = useEditor();
  const snapshot = useSnapshot(editor.store);
  const [{ drawn, count }, setShown] = useState<{ drawn: readonly Shown[]; count: number }>({ drawn: [], count: 0 });

  useLayoutEffect(() => {
    const { current } = desk;
    if (!current) return;
    const measure = (): void => {
      const places = placesInHand(editor);
      const elements = nodeElements(current);
      const drawn = places.flatMap((place, index) => {
        const rect = markRect(current, snapshot, place, (id) => elements.get(id));
        return rect ? [{ place, at: index, rect: snapshot.tree.has(place.parent) ? wider(rect) : rect }] : [];
      });
      setShown({ drawn, count: places.length });
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(current);
    return () => watch.disconnect();
  }, [editor, desk, snapshot]);

  const aimed = drawn.find((each) => each.at === at);
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
      {drawn.map((each) => (
        <PlaceButton key={keyOf(each.place)} shown={each} count={count} isAimed={each.at === at} />
      ))}
      <div className={classes.moving}>
        <span>{editor.t("tree.moving.bar", { name })}</span>
        <PlainButton onClick={() => giveUp(editor)}>{editor.t("ui.cancel")}</PlainButton>
      </div>
    </>
  );
}

interface PlaceButtonProps {
  readonly shown: Shown;
  /** Number of all positions. */
  readonly count: number;
  readonly isAimed: boolean;
}

const PlaceButton = memo(function PlaceButton({ shown: { at, rect }, count, isAimed }: PlaceButtonProps) {
  const editor = useEditor();
  return (
    <button
      type="button"
      tabIndex={-1}
      className={classes.place}
      style={{
        left: rect.left - (rect.isUpright ? REACH : 0),
        top: rect.top - (rect.isUpright ? 0 : REACH),
        width: rect.width + (rect.isUpright ? 2 * REACH : 0),
        height: rect.height + (rect.isUpright ? 0 : 2 * REACH),
      }}
      data-upright={rect.isUpright || undefined}
      data-aimed={isAimed || undefined}
      aria-label={editor.t("tree.moving.here", { number: at + 1, count })}
      onClick={(event) => {
        event.stopPropagation();
        dropLifted(editor, at);
      }}
    />
  );
});

function wider(rect: Rect): Rect {
  const left = Math.max(0, rect.left - OUT);
  return { ...rect, left, width: rect.left - left + rect.width + OUT };
}
