/** Alignment of single paragraphs and headings. Others follow the whole text. */
import { Extension } from "@tiptap/core";
import { sideIn } from "../sides";

export const Aligned = Extension.create({
  name: "aligned",
  addGlobalAttributes: () => [
    {
      types: ["paragraph", "heading"],
      attributes: {
        textAlign: {
          default: null,
          parseHTML: (element) => sideIn(element.style.textAlign) ?? null,
          renderHTML: ({ textAlign }) => {
            const side = sideIn(textAlign);
            return side === undefined ? {} : { style: `text-align: ${side}` };
          },
        },
      },
    },
  ],
});
