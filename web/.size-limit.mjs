import { readFileSync } from "node:fs";

/** The scripts that these modules load: with what they import, or also with what they import when it is needed. */
function scriptsOf(modules, manifestName, { later = false } = {}) {
  const manifest = JSON.parse(readFileSync(new URL(`dist/client/.vite/${manifestName}`, import.meta.url), "utf8"));
  const scripts = new Set();
  const follow = (key) => {
    const { file, imports = [], dynamicImports = [] } = manifest[key];
    if (scripts.has(file)) return;
    scripts.add(file);
    for (const next of later ? [...imports, ...dynamicImports] : imports) follow(next);
  };
  modules.forEach(follow);
  return [...scripts].map((file) => `dist/client/${file}`);
}

const entry = "src/entry-client.tsx";
const home = scriptsOf([entry, "src/public/directory/home.tsx"], "manifest.json");

export default [
  {
    name: "Scripts of home before interaction",
    path: home,
    gzip: true,
    limit: "55 kB",
  },
  {
    name: "Scripts of a tool's page before interaction",
    path: scriptsOf([entry, "src/public/directory/product-screen.tsx"], "manifest.json"),
    gzip: true,
    limit: "53 kB",
  },
  {
    name: "Scripts of the generator besides",
    path: scriptsOf(["src/public/generator/generator.tsx"], "manifest.json").filter((file) => !home.includes(file)),
    gzip: true,
    limit: "20 kB",
  },
  {
    name: "Scripts of the administrator's area, all together",
    path: scriptsOf(["src/entry-admin.tsx"], "manifest-admin.json", { later: true }),
    gzip: true,
    limit: "246 kB", // 196 before bookings and moving over, 203.5 before people, 218 before old URLs and jobs, 225 before imports, tools by URL and Ctrl+K
  },
];
