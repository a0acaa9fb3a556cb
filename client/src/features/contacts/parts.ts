import { textsOf } from "./part-texts";

export async function loadExportDialog() {
  const [{ ExportDialog }] = await Promise.all([import("./export/export-dialog"), textsOf("export")]);
  return { default: ExportDialog };
}

export async function loadExportsPage() {
  const [{ ExportsPage }] = await Promise.all([import("./export/exports-page"), textsOf("export")]);
  return { Page: ExportsPage };
}

export async function loadSuppressionsPage() {
  const [{ SuppressionsPage }] = await Promise.all([import("./lists/suppressions-page"), textsOf("lists")]);
  return { Page: SuppressionsPage };
}

export async function loadSubscribersPage() {
  const [{ SubscribersPage }] = await Promise.all([import("./subscribers/subscribers-page"), textsOf("subscribers")]);
  return { Page: SubscribersPage };
}

export async function loadTestersPage() {
  const [{ TestersPage }] = await Promise.all([import("./lists/testers-page"), textsOf("lists")]);
  return { Page: TestersPage };
}

/** Toolbar and selection actions of the list in one file, because all of them are needed soon after the list. */
async function listParts() {
  const [parts] = await Promise.all([import("./list/parts"), textsOf("list")]);
  return parts;
}

export async function loadViewMenu() {
  return { default: (await listParts()).ViewMenu };
}

export async function loadDefaultView() {
  return { default: (await listParts()).DefaultView };
}

export async function loadListFilter() {
  return { default: (await listParts()).ListFilter };
}

export async function loadSelectionActions() {
  return { default: (await listParts()).SelectionActions };
}

export async function loadFromSegment() {
  return { default: (await listParts()).FromSegment };
}

export async function loadDecideDialog() {
  return { default: (await listParts()).DecideDialog };
}

export async function loadAddToSegmentDialog() {
  return { default: (await listParts()).AddToSegmentDialog };
}

export async function loadFunnelPage() {
  const [{ FunnelPage }] = await Promise.all([import("./funnel/funnel-page"), textsOf("funnel")]);
  return { Page: FunnelPage };
}

export async function loadStageFilter() {
  const [{ StageFilter }] = await Promise.all([import("./funnel/stage-filter"), textsOf("funnel")]);
  return { default: StageFilter };
}

export async function loadStageWords() {
  const [{ StageWords }] = await Promise.all([import("./funnel/stage-filter"), textsOf("funnel")]);
  return { default: StageWords };
}

export async function loadMoveDialog() {
  const [{ MoveDialog }] = await Promise.all([import("./funnel/move-dialog"), textsOf("funnel")]);
  return { default: MoveDialog };
}

export async function loadPeek() {
  const [{ ContactPeek }] = await Promise.all([import("./components/contact-peek"), textsOf("funnel")]);
  return { default: ContactPeek };
}

export async function loadHygienePage() {
  const [{ HygienePage }] = await Promise.all([import("./hygiene/hygiene-page"), textsOf("hygiene")]);
  return { Page: HygienePage };
}
