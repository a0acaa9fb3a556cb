import { lazy } from "react";
import { drawRich } from "@/builder/inspector/rich/draw-rich";
import type { RichParts, WriterProps } from "@/builder/inspector/rich/rich-parts";
import { useTogether } from "./together";

export const loadWriter = async () => ({ default: (await import("@/builder/inspector/rich/rich-text")).RichText });
const RichText = lazy(loadWriter);

function Writer(props: WriterProps) {
  const { tags, awareness } = useTogether();
  return <RichText {...props} tags={tags} awareness={awareness} />;
}

/** Rich text of an email: what writes in it is loaded after the editor's first paint. */
export const RICH: RichParts = { draw: drawRich, Writer };
