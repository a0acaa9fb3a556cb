import type { ComponentType, PropsWithChildren } from "react";
import { FRAME_TEXTS } from "./features";
import { ShellLayout } from "./shell-layout";
import { SignedIn } from "./signed-in";
import { loadFeatureTexts } from "./texts";

function SignedInFrame({ children }: PropsWithChildren) {
  return (
    <SignedIn>
      <ShellLayout>{children}</ShellLayout>
    </SignedIn>
  );
}

/** Loads the signed-in frame and its texts, for pages outside the route table. */
export async function loadSignedInFrame(): Promise<ComponentType<PropsWithChildren>> {
  await loadFeatureTexts(["session/steps", ...FRAME_TEXTS]);
  return SignedInFrame;
}
