import { existsSync, mkdtempSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { defineConfig } from "@playwright/test";
import { unreadMail } from "./e2e/mail-settings";
import { desk, phone } from "./e2e/widths";

/**
 * Runs the real program with its demo catalogue in its own folder, in a real Chromium at desktop and phone width. Each
 * Playwright process reads this file; the first one chooses the port and the folder and passes them on in the
 * environment.
 */
process.env.VITRINE_E2E_PORT ??= String(await freePort());
process.env.VITRINE_E2E_DATA ??= mkdtempSync(join(tmpdir(), "vitrine-e2e-"));
const address = `127.0.0.1:${process.env.VITRINE_E2E_PORT}`;

/**
 * Turns off Chromium features that no test needs and that each start a process: the address bar's suggestion popup is a
 * page of its own, and a spare renderer is kept ready. The other names are Playwright's own defaults: Chromium uses
 * only the last such list on its command line.
 */
const unneeded = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "SpareRendererForSitePerProcess",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "LensOverlay",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "AimEnabled",
  "PreconnectToSearch",
];

export default defineConfig({
  testDir: "e2e",
  outputDir: "test-results",
  globalTeardown: "./e2e/teardown.ts",
  fullyParallel: false, // a file's tests run one after the other: its site and its session are created once
  forbidOnly: true,
  workers: 2,
  retries: 1, // by chance red: named and counted by the reporter, and two are too many
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [["list"], ["./e2e/retried.ts"]],
  use: {
    baseURL: `http://${address}`,
    launchOptions: {
      executablePath:
        process.env.CHROMIUM ?? installed("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-background-networking",
        `--disable-features=${unneeded.join(",")}`,
      ],
    },
  },
  projects: [
    { name: "desktop", use: { viewport: desk }, testIgnore: "**/*.phone.spec.ts" },
    {
      name: "phone",
      use: { viewport: phone, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
      grep: /@layout/, // only tests tagged for phones: the other tests check both widths from the desktop
    },
  ],
  webServer: {
    command: `../bin/vitrine serve --demo --addr ${address} --data ${process.env.VITRINE_E2E_DATA} --public-url http://${address}`,
    env: unreadMail,
    url: `http://${address}/readyz`,
    timeout: 180_000,
    stderr: "ignore",
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
  },
});

/** Returns the first of these programs that is on the path. The headless shell takes a quarter less processor time. */
function installed(...programs: string[]): string {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const found = programs
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
  if (found === undefined) throw new Error(`none of ${programs.join(", ")} is installed; .ci/tools says how`);
  return found;
}

/**
 * Returns a free port below the range from which systems assign ports, so that no other process takes it before the
 * site listens.
 */
async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = 10_000 + Math.floor(Math.random() * 20_000);
    if (await isFree(port)) return port;
  }
  throw new Error("no port is free");
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
