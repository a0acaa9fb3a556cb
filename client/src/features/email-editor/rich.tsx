import { lazy } from "react";
import { drawRich } from "@/builder/inspector/rich/draw-rich";
import type { RichParts, WriterProps } from "@/builder/inspector/rich/rich-parts";
import { useEditor } from "@/builder/tree/editor";

const load = async () => ({ default: (await import("@/builder/inspector/rich/rich-text")).RichText });
const RichText = lazy(load);

function Writer(props: WriterProps) {
  const { tags, awareness } = useEditor();
  return <RichText {...props} tags={tags} awareness={awareness} />;
}

/** Rich text of an email. The text editor loads after the first paint. */
export const RICH: RichParts = { draw: drawRich, Writer, load };
