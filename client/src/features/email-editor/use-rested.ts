import { useEffect, useState } from "react";

/** The document rests this long before its mail is measured anew. */
const REST_MS = 1500;

/** The revision of a document as it was when it last rested: what is found out about it waits for that. */
export function useRested(revision: number): number {
  const [rested, setRested] = useState(revision);
  useEffect(() => {
    const timer = setTimeout(() => setRested(revision), REST_MS);
    return () => clearTimeout(timer);
  }, [revision]);
  return rested;
}
