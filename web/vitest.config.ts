import { defineConfig } from "vitest/config";

/** What these import keeps what they did: the screens that were loaded, a part that is replaced. */
const alone = ["src/entry-server.test.tsx", "src/submit/submit.test.tsx"];

const withDocument = {
  environment: "jsdom",
  setupFiles: ["src/testing/properties.ts", "src/testing/document.ts"],
};

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
        test: { name: "components", ...withDocument, include: ["src/**/*.test.tsx"], exclude: alone },
      },
      { extends: true, mode, test: { name: "alone", ...withDocument, include: alone, isolate: true } },
    ],
  },
}));
