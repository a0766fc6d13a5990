import { type ChildProcessByStdio, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { administrator, type Session, signedIn } from "./administrator";
import type { Product } from "./directory";
import { type OwnSite, test } from "./test";

const program = fileURLToPath(new URL("../../bin/vitrine", import.meta.url));

/** A tool in a line of a catalogue file. */
export type Row = Partial<Product> & Pick<Product, "name" | "website" | "description" | "categories">;

/** Returns a tool with these fields, and with others that do for tests that say nothing about them. */
export const tool = (name: string, fields: Partial<Row> = {}): Row => ({
  name,
  website: `https://${name.toLowerCase()}.example/`,
  description: `${name} does one thing well.`,
  categories: ["Writing"],
  type: "Free",
  section: "Our Products",
  ...fields,
});

/** Additional settings of a site, by their environment variables. */
export type Settings = () => Promise<Record<string, string>>;

/** Tests on their own site: the real program with a catalogue that was imported by its own command. */
export function testOn(rows: Row[], images: Buffer[] = [], settings: Settings = async () => ({}), served = program) {
  const start = async () => {
    const folder = mkdtempSync(join(tmpdir(), "vitrine-e2e-"));
    try {
      importRows(folder, rows);
      storeUploads(folder, images);
      return await serving(served, folder, await settings());
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  };
  return test.extend<{ site: OwnSite; session: Session; ownFolder: string; ownSite: string }>({
    site: async ({ ownSites }, use) => use(await ownSites.open(start)),
    ownSite: ({ site }, use) => use(site.address),
    ownFolder: ({ site }, use) => use(site.folder),
    session: async ({ site }, use) => {
      site.session ??= await signedIn(site.address);
      await use(site.session);
    },
    baseURL: ({ ownSite }, use) => use(ownSite),
  });
}

/** Imports the rows into the catalogue in this folder, and returns the program's output; throws on an error. */
export function importRows(folder: string, rows: Row[]): string {
  const input = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  return run(["import", "--data", folder, "--format", "jsonl", "-"], input);
}

/** Runs a command of the program, and returns its output; throws on an error. */
export function run(order: string[], input = ""): string {
  const { status, stdout, stderr } = spawnSync(program, order, { input, encoding: "utf8" });
  if (status !== 0) throw new Error(stdout + stderr);
  return stdout;
}

/** The URL at which an image is served once it is stored. */
export const uploadOf = (image: Buffer) => `/uploads/${createHash("sha256").update(image).digest("hex")}.png`;

function storeUploads(folder: string, images: Buffer[]) {
  mkdirSync(join(folder, "uploads"), { recursive: true });
  for (const image of images) writeFileSync(join(folder, uploadOf(image)), image);
}

async function serving(program: string, folder: string, settings: Record<string, string>): Promise<OwnSite> {
  const server = spawn(program, ["serve", "--data", folder, "--addr", "127.0.0.1:0"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      VITRINE_ADMIN_EMAIL: administrator.email,
      VITRINE_ADMIN_PASSWORD: administrator.password,
      ...settings,
    },
  });
  const ended = once(server, "exit");
  return {
    address: await addressOf(server),
    folder,
    stop: async () => {
      server.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Waits until the site listens on a free port, and returns its URL. */
async function addressOf(server: ChildProcessByStdio<null, Readable, Readable>): Promise<string> {
  let log = "";
  server.stderr.setEncoding("utf8").on("data", (text: string) => {
    log = (log + text).slice(-2000);
  });
  for await (const line of createInterface({ input: server.stdout })) {
    const port = /:(\d+)$/.exec(line)?.[1];
    if (port) return `http://127.0.0.1:${port}`;
  }
  throw new Error(`the site did not open: ${log}`);
}
