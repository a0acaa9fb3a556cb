import { lazy } from "react";
import type { RichParts, WriterProps } from "@/builder/editor";
import { drawRich } from "@/builder/rich/draw-rich";
import { useTogether } from "./together";

const RichText = lazy(async () => ({ default: (await import("@/builder/rich/rich-text")).RichText }));

function Writer(props: WriterProps) {
  const { tags, awareness } = useTogether();
  return <RichText {...props} tags={tags} awareness={awareness} />;
}

/** Rich text of a mail: what writes in it is loaded when somebody begins. */
export const RICH: RichParts = { draw: drawRich, Writer };
