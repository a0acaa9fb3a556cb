import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { mutation } from "@/lib/api/data";
import { isFailure } from "@/lib/api/failure";
import { useSecondsRemaining } from "@/ui/use-seconds-remaining";

/** Minimum time between two links. */
const MIN_RESEND_INTERVAL_SECONDS = 60;

function getWaitSeconds(error: unknown): number {
  const seconds = isFailure(error) ? error.payload.retryAfterSeconds : undefined;
  return typeof seconds === "number" ? seconds : 0;
}

/** Sends the user another verification link. `secondsLeft`: until the server sends the next one. */
export function useRevalidation() {
  const [againAt, setAgainAt] = useState(0);
  const secondsLeft = useSecondsRemaining(againAt);
  const wait = (seconds: number) => setAgainAt(Date.now() + seconds * 1000);
  const { isPending, isSuccess, error, mutate } = useMutation(
    mutation("post", "/api/users/revalidate", {
      onSuccess: () => wait(MIN_RESEND_INTERVAL_SECONDS),
      onError: (failure) => wait(getWaitSeconds(failure)),
    }),
  );
  return { isPending, isSuccess, error, secondsLeft, send: () => mutate({}) };
}
