import { builtinEnvironments, type Environment } from "vitest/runtime";

/** Browser globals that neither jsdom nor this environment takes from Node. */
const MISSING = [
  "CompressionStream",
  "DecompressionStream",
  "ReadableStream",
  "TextDecoderStream",
  "TextEncoderStream",
  "TransformStream",
  "WritableStream",
] as const;

const { jsdom } = builtinEnvironments;

/** jsdom in its own context: its modules are loaded once for many files. */
const environment: Environment = {
  ...jsdom,
  viteEnvironment: "client",
  async setupVM(options) {
    const vm = await jsdom.setupVM?.(options);
    if (vm === undefined) throw new Error("jsdom has no context of its own");
    const context = vm.getVmContext() as Record<string, unknown>;
    for (const name of MISSING) context[name] ??= globalThis[name];
    return vm;
  },
};

export default environment;
