import { existsSync, mkdtempSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { defineConfig } from "@playwright/test";
import { desk, phone } from "./e2e/widths";

/**
 * The real program with its demonstration catalogue in a folder of its own, in a real Chromium: as wide as a desk and as
 * narrow as a phone. This file is read once for each process, so the first reading tells the others port and folder.
 */
process.env.VITRINE_E2E_PORT ??= String(await freePort());
process.env.VITRINE_E2E_DATA ??= mkdtempSync(join(tmpdir(), "vitrine-e2e-"));
const address = `127.0.0.1:${process.env.VITRINE_E2E_PORT}`;

/**
 * What Chromium does for its own window, which no test looks at, with a process for each page: the list below its address
 * field is a page itself, and an empty page stands by. The other names are Playwright's own, as Chromium goes by the last
 * list that it is given alone.
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
  fullyParallel: false, // a file's tests stay together: its site and its session are made once
  forbidOnly: true,
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 20_000 },
  reporter: [["list"]],
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
      grep: /@layout/, // what is done otherwise there: looks are looked at from the desk, at both widths
    },
  ],
  webServer: {
    command: `../bin/vitrine serve --demo --addr ${address} --data ${process.env.VITRINE_E2E_DATA} --public-url http://${address}`,
    url: `http://${address}/readyz`,
    timeout: 60_000,
    stderr: "ignore",
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
  },
});

/** The first of these programs that is on the path: the one without a window takes a quarter less processor time. */
function installed(...programs: string[]): string {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const found = programs
    .flatMap((name) => folders.map((folder) => join(folder, name)))
    .find((path) => existsSync(path));
  if (found === undefined) throw new Error(`none of ${programs.join(", ")} is installed; .ci/tools says how`);
  return found;
}

/** A port below those that systems give out by themselves, so that nobody gets it before the site listens there. */
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
