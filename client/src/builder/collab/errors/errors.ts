import { type ErrorArea, entry } from "@/lib/catalogue/entry";

/** What can go wrong with documents and their comments. */
export const documentsErrors: ErrorArea = {
  rows: [
    entry("updateMalformed"),
    entry("documentFull"),
    entry("documentLocked"),
    entry("documentChangeNotAllowed"),
    entry("tooManyComments"),
    entry("tooManyVersions"),
  ],
};
