import { defineConfig } from "vitest/config";
import { preact } from "./vite.config";

const withDocument = {
  environment: "jsdom",
  setupFiles: ["src/testing/properties.ts", "src/testing/document.ts"],
};

/** Tests of the server's script, which uses React. */
const serverTests = ["src/entry-server.test.tsx", "src/markup-cache.test.tsx"];

/**
 * Components are tested with Preact, as browsers run them. The alias applies only to libraries that Vite
 * processes itself. The icon library has thousands of files, so it is bundled once.
 */
const withPreact = {
  resolve: { alias: preact, mainFields: ["module", "main"] },
  test: {
    ...withDocument,
    deps: { optimizer: { client: { enabled: true, include: ["@tabler/icons-react"] } } },
    server: { deps: { inline: [/react/, /radix/, /wouter/, /cmdk/] } },
  },
};

const adminTests = ["src/admin/**/*.test.tsx", "src/kit/admin/**/*.test.tsx"];

/** Tests that mock a module for every file in their worker. */
const alone = ["src/public/submit/submit.test.tsx"];

/**
 * `*.test.ts` tests functions, without a document; `*.test.tsx` runs in jsdom. Projects do not inherit the mode, which
 * decides whether property tests use new random values, so each one is given it.
 */
export default defineConfig(({ mode }) => ({
  test: {
    maxWorkers: "100%", // with the default, one of two cores would be idle
    restoreMocks: true,
    testTimeout: 120_000,
    isolate: false, // modules that all files import are loaded once per worker, not once per file
    projects: [
      {
        extends: true,
        mode,
        test: { name: "functions", include: ["src/**/*.test.ts"], setupFiles: ["src/testing/properties.ts"] },
      },
      {
        extends: true,
        mode,
        ...withPreact,
        test: { ...withPreact.test, name: "admin", include: adminTests },
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
          exclude: [...adminTests, ...serverTests, ...alone],
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
