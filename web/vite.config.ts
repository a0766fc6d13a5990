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
 * Three builds from one source tree: `vite build` makes the browser scripts of the public pages, `vite build --mode
 * admin` those of the administration, which share no script with the public ones, and `vite build --ssr` one script
 * that the server's embedded engine evaluates. That engine has the language only: no DOM, fetch, timers or modules.
 */
export default defineConfig(({ command, isSsrBuild, mode }) => ({
  plugins: [react(), tailwindcss(), adminDocument, packed],
  build: isSsrBuild ? serverBuild : mode === "admin" ? adminBuild : publicBuild,
  resolve: { alias: isSsrBuild ? stringRenderer : command === "build" ? preact : {} },
  ssr: { noExternal: true, target: "webworker" },
  define: isSsrBuild ? { "process.env.NODE_ENV": '"production"' } : {},
  server: {
    proxy: Object.fromEntries(["/api", "/uploads", "/logos"].map((path) => [path, "http://127.0.0.1:8081"])),
  },
}));

/** In development, serves the administration's own document for its URLs, as the server does. */
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
 * Compresses scripts and styles at build time, at the highest level. For the largest file this takes most of a second,
 * which would otherwise delay the first visitor after a server start.
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

/** What a page needs before interaction is one chunk: it compresses better than several, and is one request. */
const entryGroup = { name: "entry", priority: 3, tags: ["$initial" as const] };

/** What draws tools is needed by lists and by a tool's page: one script, where it would be seven. */
const toolsGroup = {
  name: "tools",
  priority: 2,
  test: /kit\/(tools\/(?!mark-pieces|deal)|badge|breadcrumb|clipboard|day)|tile|IconX/,
};

/** So is what the screens with forms share: every page has the name of each script. */
const formsGroup = {
  name: "forms",
  priority: 1,
  test: /kit\/(focus|form-|page-state|not-found)|api\/(fault|openapi)|subscription/,
};

const publicBuild = {
  outDir: "dist/client",
  target: "es2022",
  manifest: true,
  modulePreload: { polyfill: false },
  assetsInlineLimit: 0,
  rolldownOptions: {
    input: "src/entry-client.tsx",
    treeshake,
    output: { codeSplitting: { groups: [entryGroup, toolsGroup, formsGroup] } },
  },
};

/** What several chunks need is one, and so are the small screens: few large chunks compress better than many small ones. */
const adminChunks = {
  groups: [
    entryGroup,
    { name: "shared", priority: 2, minShareCount: 2, test: /./ },
    {
      name: "screens",
      priority: 1,
      test: /admin\/(additions|categories|collections|link-checks|logo-search|queue|reach|verdicts)\//,
    },
  ],
};

const adminBuild = {
  ...publicBuild,
  emptyOutDir: false,
  manifest: ".vite/manifest-admin.json",
  rolldownOptions: { input: "src/entry-admin.tsx", treeshake, output: { codeSplitting: adminChunks } },
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
 * Browsers run the built pages with Preact instead of React: it has the same functions in a sixth of the size
 * (decision 20). Tests of components use it too.
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

/**
 * Only React's renderToString: the package's own entry also includes the streaming renderer, which needs browser APIs.
 */
const stringRenderer: Record<string, string> = {
  "react-dom/server": at("node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.js"),
};
