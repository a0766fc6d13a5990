import { defineConfig } from "@playwright/test";
import { desk } from "./e2e/widths";
import e2e from "./playwright.config";

/** `make screenshots`: takes the pictures of the docs from the real program, with the browser of the e2e tests. */
export default defineConfig({
  testDir: "e2e",
  testMatch: "docs-screenshots.ts",
  outputDir: e2e.outputDir,
  globalTeardown: e2e.globalTeardown,
  workers: 1,
  timeout: 90_000,
  expect: e2e.expect,
  reporter: [["list"]],
  use: { ...e2e.use, viewport: desk, timezoneId: "UTC", locale: "en-US", contextOptions: { reducedMotion: "reduce" } },
});
