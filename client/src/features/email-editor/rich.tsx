import { lazy } from "react";
import type { RichParts, WriterProps } from "@/builder/inspector/rich/rich-parts";
import { renderRichText } from "@/builder/inspector/rich/rich-text-renderer";
import { useEditor } from "@/builder/tree/editor";

const loadRichText = async () => ({ default: (await import("@/builder/inspector/rich/rich-text")).RichText });
const RichText = lazy(loadRichText);

function Writer(props: WriterProps) {
  const { tags, awareness } = useEditor();
  return <RichText {...props} tags={tags} awareness={awareness} />;
}

/** Rich text of an email. The text editor loads after the first paint. */
export const RICH: RichParts = { render: renderRichText, Writer, load: loadRichText };
