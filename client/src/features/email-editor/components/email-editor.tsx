import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { useSearchParams } from "react-router";
import { findBranch } from "@/builder/tree/model/tree-positions";
import { TreeScreen } from "@/builder/tree/screen/tree-screen";
import { type TreeScreenState, useTreeScreen } from "@/builder/tree/screen/use-tree-screen";
import {
  type AbTest,
  type Campaign,
  CampaignTest,
  getLetter,
  MAX_VARIANTS,
  MIN_VARIANTS,
  useTagSuggestions,
} from "@/features/campaigns/public";
import { type Me, planQuery } from "@/features/session/public";
import { BrandContext } from "../email/brand";
import { EMAIL } from "../registry";
import { RICH } from "../rich";
import { useCheckFindings } from "../use-check-findings";
import { BlockedEditor } from "./blocked-editor";
import { EmailBar } from "./email-bar";
import { EmailHead } from "./email-head";

const PreviewDialog = lazy(async () => ({ default: (await import("./preview-dialog")).PreviewDialog }));
const VARIANTS = { least: MIN_VARIANTS, most: MAX_VARIANTS } as const;

/** Milliseconds without an edit before the server checks the email again. */
const CHECK_DELAY_MS = 1500;

interface Props {
  readonly campaign: Campaign | AbTest;
  readonly documentId: string;
  readonly me: Me;
  readonly team: NonNullable<Me["team"]>;
}

export function EmailEditor({ campaign, documentId, me, team }: Props) {
  const [opened, setOpened] = useState<"preview" | "test">();
  const tags = useTagSuggestions();
  const plan = useQuery(planQuery).data;
  const features = useMemo(
    () => new Set(plan?.features.filter(({ enable }) => enable).map(({ name }) => name)),
    [plan],
  );
  const { userId: id, fullname: name, image } = me.user;
  const isAdmin = team.role === "admin";
  const user = useMemo(() => ({ id, name, image, isAdmin }), [id, name, image, isAdmin]);
  const screen = useTreeScreen({
    registry: EMAIL,
    rich: RICH,
    tags,
    features,
    documentId,
    teamId: team.companyId,
    user,
    canEdit: me.permissions.includes("campaign.edit"),
    isLocked: campaign.status !== "DRAFT",
    isSuspended: me.team?.suspend ?? false,
  });
  useNodeFromUrl(screen);
  const { root, used } = screen;
  const { areVariants, variantId } = findVariant(campaign, root);
  const { revision } = used;
  const [rested] = useDebouncedValue(revision, CHECK_DELAY_MS);
  const findings = useCheckFindings(campaign, rested);
  const close = () => setOpened(undefined);
  function open(what: "preview" | "test"): void {
    used.saveNow();
    setOpened(what);
  }
  return (
    <BrandContext value={campaign.brand}>
      <TreeScreen
        screen={screen}
        findings={findings}
        head={
          <EmailHead
            campaign={campaign}
            screen={screen}
            onPreview={() => open("preview")}
            onTest={() => open("test")}
          />
        }
        above={<EmailBar campaign={campaign} variantId={variantId} revision={rested} />}
        roots={areVariants ? VARIANTS : undefined}
        signOf={getLetter}
        blocked={(why, hasUnsaved) => <BlockedEditor reason={why} campaign={campaign} hasUnsaved={hasUnsaved} />}
        dialogs={
          <>
            {opened === "preview" ? (
              <Suspense fallback={null}>
                <PreviewDialog campaign={campaign} variantId={variantId} revision={revision} onClose={close} />
              </Suspense>
            ) : null}
            {opened === "test" ? (
              <CampaignTest
                campaign={campaign}
                variantId={variantId}
                contactId={undefined}
                isSaved={used.saved === "saved"}
                onClose={close}
              />
            ) : null}
          </>
        }
      />
    </BrandContext>
  );
}

/** Selects the component or variant that the URL names: the review links to components, the composer to variants. */
function useNodeFromUrl({ editor, stage }: TreeScreenState): void {
  const [search] = useSearchParams();
  const [node, root] = [search.get("node"), search.get("root")];
  const { actor, store } = editor;
  useEffect(() => {
    if (stage !== "editing") return;
    const found = node === null ? undefined : findBranch(store.snapshot(), node);
    const targetRoot = found?.root ?? root;
    if (targetRoot) actor.send({ type: "show", root: targetRoot });
    if (found) actor.send({ type: "select", id: found.branch.id });
  }, [stage, node, root, actor, store]);
}

/** Whether the document's roots are test variants, and the variant of this root, as far as the server knows. */
function findVariant(
  campaign: Campaign | AbTest,
  root: string,
): { readonly areVariants: boolean; readonly variantId: string | undefined } {
  if (!("variants" in campaign)) return { areVariants: false, variantId: undefined };
  const areVariants = campaign.test.tested === "content";
  const shown = areVariants ? campaign.variants.find((each) => each.root === root) : campaign.variants[0];
  return { areVariants, variantId: (shown ?? campaign.variants[0])?.variantId };
}
