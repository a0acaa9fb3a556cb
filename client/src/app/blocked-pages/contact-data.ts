import { useMutation } from "@tanstack/react-query";
import { useMe } from "@/features/session/public";
import { mutation } from "@/lib/api/data";

/** Sends a message from the signed-in user to the operators of this installation. */
export function useContactUs() {
  const me = useMe();
  const contact = useMutation(mutation("post", "/api/message/contact-us"));
  function send(message: string, onSent: () => void): void {
    if (!me) return;
    const { fullname, email, phone } = me.user;
    const body = { name: fullname || email, email, phone, company: me.team?.name ?? "", message };
    contact.mutate({ body }, { onSuccess: onSent });
  }
  return { send, isSent: contact.isSuccess, isSending: contact.isPending, failure: contact.error };
}
