import { defineConfig } from "vitest/config";
import { preact } from "./vite.config";

const withDocument = {
  environment: "jsdom",
  setupFiles: ["src/testing/properties.ts", "src/testing/document.ts"],
};

/** Tests of the server's script, which runs with React, as the administrator's area does. */
const serverTests = ["src/entry-server.test.tsx", "src/markup-cache.test.tsx"];

/**
 * What visitors see is tried with Preact, as browsers run it. The alias reaches only libraries that Vite reads itself, and of
 * the icons, a file each, it reads thousands: they are bundled once.
 */
const withPreact = {
  resolve: { alias: preact, mainFields: ["module", "main"] },
  test: {
    ...withDocument,
    deps: { optimizer: { client: { enabled: true, include: ["@tabler/icons-react"] } } },
    server: { deps: { inline: [/react/, /radix/, /wouter/] } },
  },
};

/** Tests that replace a module for all that import it in their worker. */
const alone = ["src/submit/submit.test.tsx"];

/**
 * `*.test.ts` is a test of functions, without a document; `*.test.tsx` has jsdom's. Projects do not take over the mode by
 * themselves, by which properties are tried with new values.
 */
export default defineConfig(({ mode }) => ({
  test: {
    maxWorkers: "100%", // two cores are two workers: left alone one of them waits
    restoreMocks: true,
    testTimeout: 120_000,
    isolate: false, // what all files import is read once for each worker and not for each file
    projects: [
      {
        extends: true,
        mode,
        test: { name: "functions", include: ["src/**/*.test.ts"], setupFiles: ["src/testing/properties.ts"] },
      },
      {
        extends: true,
        mode,
        test: { name: "admin", ...withDocument, include: ["src/admin/**/*.test.tsx"] },
      },
      {
        extends: true,
        mode,
        test: { name: "server", ...withDocument, include: serverTests, isolate: true },
      },
      {
        extends: true,
        mode,
        ...withPreact,
        test: {
          name: "public",
          ...withPreact.test,
          include: ["src/**/*.test.tsx"],
          exclude: ["src/admin/**", ...serverTests, ...alone],
        },
      },
      {
        extends: true,
        mode,
        ...withPreact,
        test: { name: "alone", ...withPreact.test, include: alone, isolate: true },
      },
    ],
  },
}));
