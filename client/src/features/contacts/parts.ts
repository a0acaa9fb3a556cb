import { loadPartTexts } from "./part-texts";

export async function loadExportDialog() {
  const [{ ExportDialog }] = await Promise.all([import("./export/export-dialog"), loadPartTexts("export")]);
  return { default: ExportDialog };
}

export async function loadExportsPage() {
  const [{ ExportsPage }] = await Promise.all([import("./export/exports-page"), loadPartTexts("export")]);
  return { Page: ExportsPage };
}

export async function loadSuppressionsPage() {
  const [{ SuppressionsPage }] = await Promise.all([
    import("./suppressions/suppressions-page"),
    loadPartTexts("suppressions"),
  ]);
  return { Page: SuppressionsPage };
}

export async function loadSubscribersPage() {
  const [{ SubscribersPage }] = await Promise.all([
    import("./subscribers/subscribers-page"),
    loadPartTexts("subscribers"),
  ]);
  return { Page: SubscribersPage };
}

export async function loadTestersPage() {
  const [{ TestersPage }] = await Promise.all([import("./testers/testers-page"), loadPartTexts("suppressions")]);
  return { Page: TestersPage };
}

/** Toolbar and selection actions of the list in one file, because all of them are needed soon after the list. */
async function loadListParts() {
  const [parts] = await Promise.all([import("./list/parts"), loadPartTexts("list")]);
  return parts;
}

export async function loadViewMenu() {
  return { default: (await loadListParts()).ViewMenu };
}

export async function loadDefaultView() {
  return { default: (await loadListParts()).DefaultView };
}

export async function loadListFilter() {
  return { default: (await loadListParts()).ListFilter };
}

export async function loadSelectionActions() {
  return { default: (await loadListParts()).SelectionActions };
}

export async function loadSegmentFilterNotice() {
  return { default: (await loadListParts()).SegmentFilterNotice };
}

export async function loadSubscriptionDialog() {
  return { default: (await loadListParts()).SubscriptionDialog };
}

export async function loadAddToSegmentDialog() {
  return { default: (await loadListParts()).AddToSegmentDialog };
}

export async function loadFunnelPage() {
  const [{ FunnelPage }] = await Promise.all([import("./funnel/funnel-page"), loadPartTexts("funnel")]);
  return { Page: FunnelPage };
}

export async function loadStageFilter() {
  const [{ StageFilter }] = await Promise.all([import("./funnel/stage-filter"), loadPartTexts("funnel")]);
  return { default: StageFilter };
}

export async function loadStageChipText() {
  const [{ StageChipText: StageWords }] = await Promise.all([import("./funnel/stage-filter"), loadPartTexts("funnel")]);
  return { default: StageWords };
}

export async function loadMoveToStageDialog() {
  const [{ MoveToStageDialog: MoveDialog }] = await Promise.all([
    import("./funnel/move-to-stage-dialog"),
    loadPartTexts("funnel"),
  ]);
  return { default: MoveDialog };
}

export async function loadContactPeek() {
  const [{ ContactPeek }] = await Promise.all([import("./components/contact-peek"), loadPartTexts("funnel")]);
  return { default: ContactPeek };
}

export async function loadHygienePage() {
  const [{ HygienePage }] = await Promise.all([import("./hygiene/hygiene-page"), loadPartTexts("hygiene")]);
  return { Page: HygienePage };
}
