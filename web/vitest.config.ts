import { defineConfig } from "vitest/config";
import { preact } from "./vite.config";

const withDocument = {
  environment: "jsdom",
  setupFiles: ["src/testing/properties.ts", "src/testing/document.ts"],
};

/** What runs with React: the administrator's area in browsers, and the server's script. */
const serverTests = ["src/entry-server.test.tsx", "src/markup-cache.test.tsx"];

/** What everybody sees runs with Preact, as in browsers. These import it; what else there is does not. */
const withPreact = {
  resolve: { alias: preact, mainFields: ["module", "main"] },
  test: { ...withDocument, server: { deps: { inline: [/react/, /radix/, /wouter/] } } },
};

/** Replaces a module for all that import it in its worker. */
const alone = ["src/submit/submit.test.tsx"];

/**
 * `*.test.ts` is a test of functions, without a document; `*.test.tsx` has jsdom's. Projects do not take over the mode by
 * themselves, by which properties are tried with new values.
 */
export default defineConfig(({ mode }) => ({
  test: {
    maxWorkers: "100%", // two cores are two workers: left alone one of them waits
    restoreMocks: true,
    testTimeout: 40_000,
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
