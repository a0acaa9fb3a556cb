import { type ErrorArea, entry } from "@/lib/catalogue/entry";

/** Errors of documents and their comments. */
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
