import { IconFileText } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { meQuery, useMe } from "@/features/session/public";
import { mutation, query } from "@/lib/api/data";
import { useTranslation } from "@/lib/i18n/translation";
import { Strip } from "@/ui/components/strip";
import { isOlder } from "../versions";

const versionQuery = query("get", "/api/version", {}, { staleTime: Number.POSITIVE_INFINITY });

interface Props {
  readonly onContact: () => void;
}

/** Announces a changed policy until this user has confirmed it, in any browser (DISP-06). */
export function PolicyNotice({ onContact }: Props) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const me = useMe();
  const current = useQuery(versionQuery).data?.policyVersion;
  const accept = useMutation(
    mutation("put", "/api/users/policy-version", {
      onSuccess: ({ policyVersion }) =>
        client.setQueryData(meQuery.queryKey, (before: typeof me) =>
          before ? { ...before, user: { ...before.user, policyVersion } } : before,
        ),
      toast: true,
    }),
  );
  if (!me || !current || !isOlder(me.user.policyVersion, current)) return null;
  return (
    <aside aria-label={t("words.policy")}>
      <Strip
        kind="info"
        icon={<IconFileText size={16} stroke={1.7} aria-hidden="true" />}
        actions={
          <>
            <button type="button" onClick={onContact}>
              {t("shell.policy.ask")}
            </button>
            <button type="button" onClick={() => accept.mutate({ body: { version: current } })}>
              {t("shell.policy.accept")}
            </button>
          </>
        }
      >
        {t("shell.policy.text", { version: current })}
      </Strip>
    </aside>
  );
}
