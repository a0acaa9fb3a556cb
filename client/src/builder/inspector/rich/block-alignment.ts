/** Alignment of single paragraphs and headings. Others follow the whole text. */
import { Extension } from "@tiptap/core";
import { parseSide } from "../sides";

export const BlockAlignment = Extension.create({
  name: "aligned",
  addGlobalAttributes: () => [
    {
      types: ["paragraph", "heading"],
      attributes: {
        textAlign: {
          default: null,
          parseHTML: (element) => parseSide(element.style.textAlign) ?? null,
          renderHTML: ({ textAlign }) => {
            const side = parseSide(textAlign);
            return side === undefined ? {} : { style: `text-align: ${side}` };
          },
        },
      },
    },
  ],
});
