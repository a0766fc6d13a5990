import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Three builds from one source tree: `vite build` is what browsers load for the pages that everybody sees, `vite build
 * --mode admin` what they load for the administrator's, which share no script with those, and `vite build --ssr` is one
 * script that the server's embedded engine evaluates. That engine has the language and nothing else: no DOM, fetch,
 * timers, modules.
 */
export default defineConfig(({ command, isSsrBuild, mode }) => ({
  plugins: [react(), tailwindcss(), adminDocument, packed],
  build: isSsrBuild ? serverBuild : mode === "admin" ? adminBuild : publicBuild,
  resolve: { alias: isSsrBuild ? stringRenderer : command === "build" && mode !== "admin" ? preact : {} },
  ssr: { noExternal: true, target: "webworker" },
  define: isSsrBuild ? { "process.env.NODE_ENV": '"production"' } : {},
  server: {
    proxy: Object.fromEntries(["/api", "/uploads", "/logos"].map((path) => [path, "http://127.0.0.1:8081"])),
  },
}));

/** In development: the administrator's addresses have a document of their own, as the server gives them one. */
const adminDocument: Plugin = {
  name: "admin-document",
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      if (/^\/admin(?=[/?]|$)/.test(request.url ?? "")) request.url = "/admin.html";
      next();
    });
  },
};

/**
 * Scripts and styles lie packed beside themselves, at the highest level, which is zlib's default: it takes most of a
 * second for the largest, which the first visitor after a start of the server need not wait for.
 */
const packed: Plugin = {
  name: "packed",
  apply: (_config, { isSsrBuild }) => !isSsrBuild,
  async writeBundle({ dir = "" }, bundle) {
    for (const [name, file] of Object.entries(bundle)) {
      if (!/^assets\/.*\.(js|css)$/.test(name)) continue;
      const body = file.type === "chunk" ? file.code : file.source;
      await writeFile(join(dir, `${name}.br`), await promisify(brotliCompress)(body));
    }
  },
};

/** Radix UI gives each of its functions a name by a call, which nothing reads and which would keep the unused ones in the bundle. */
const treeshake = { manualPureFunctions: ["__name"] };

const publicBuild = {
  outDir: "dist/client",
  target: "es2022",
  manifest: true,
  modulePreload: { polyfill: false },
  assetsInlineLimit: 0,
  rolldownOptions: { input: "src/entry-client.tsx", treeshake },
};

const adminBuild = {
  ...publicBuild,
  emptyOutDir: false,
  manifest: ".vite/manifest-admin.json",
  rolldownOptions: { input: "src/entry-admin.tsx", treeshake },
};

const serverBuild = {
  outDir: "dist/server",
  target: "es2022",
  copyPublicDir: false,
  minify: true,
  rolldownOptions: {
    input: "src/entry-server.tsx",
    output: { format: "iife", codeSplitting: false, entryFileNames: "entry-server.js" },
  },
} as const;

/**
 * What browsers run the public pages with in React's place: it has the same functions in a sixth of the size (decision 20).
 * The tests of public components run with it too.
 */
export const preact: Record<string, string> = {
  "react-dom/client": at("src/preact-client.ts"),
  "react-dom/test-utils": "preact/test-utils",
  "react/jsx-runtime": "preact/jsx-runtime",
  "react/jsx-dev-runtime": "preact/jsx-dev-runtime",
  "react-dom": "preact/compat",
  react: "preact/compat",
  "use-sync-external-store/shim/index.js": "preact/compat",
  "use-sync-external-store/shim": "preact/compat",
};

/** React's renderToString alone: the package's own entry also brings the streaming renderer, which needs a browser. */
const stringRenderer: Record<string, string> = {
  "react-dom/server": at("node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js"),
};
