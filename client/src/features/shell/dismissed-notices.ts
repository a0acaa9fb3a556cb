import { useState } from "react";
import { readStoredJson, writeStored } from "@/lib/storage";

/** Maximum number of stored keys; older ones belong to a past month or date. */
const MAX_KEYS = 20;

function readDismissedKeys(): readonly string[] {
  const storedKeys = readStoredJson("noticesPutAway");
  return Array.isArray(storedKeys) ? storedKeys.filter((key): key is string => typeof key === "string") : [];
}

/** The notices dismissed in this browser, and a function that dismisses one. */
export function useDismissedNotices(): readonly [readonly string[], (key: string) => void] {
  const [keys, setKeys] = useState(readDismissedKeys);
  function dismiss(key: string): void {
    const next = [...keys.filter((each) => each !== key), key].slice(-MAX_KEYS);
    setKeys(next);
    writeStored("noticesPutAway", JSON.stringify(next));
  }
  return [keys, dismiss];
}
