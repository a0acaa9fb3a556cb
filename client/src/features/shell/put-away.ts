import { useState } from "react";
import { readStoredJson, writeStored } from "@/lib/storage";

/** Older ones are forgotten: their month or date has gone by. */
const MOST = 20;

function stored(): readonly string[] {
  const kept = readStoredJson("noticesPutAway");
  return Array.isArray(kept) ? kept.filter((key): key is string => typeof key === "string") : [];
}

/** Which notices this browser has put away, and putting one away. */
export function usePutAway(): readonly [readonly string[], (key: string) => void] {
  const [keys, setKeys] = useState(stored);
  function putAway(key: string): void {
    const next = [...keys.filter((each) => each !== key), key].slice(-MOST);
    setKeys(next);
    writeStored("noticesPutAway", JSON.stringify(next));
  }
  return [keys, putAway];
}
