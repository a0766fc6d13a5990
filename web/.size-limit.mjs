import { readFileSync } from "node:fs";

/** The scripts that an entry loads: with what it imports, or also with what it imports when it is needed. */
function scriptsOf(entry, manifestName, { later = false } = {}) {
  const manifest = JSON.parse(readFileSync(new URL(`dist/client/.vite/${manifestName}`, import.meta.url), "utf8"));
  const scripts = new Set();
  const follow = (key) => {
    const { file, imports = [], dynamicImports = [] } = manifest[key];
    if (scripts.has(file)) return;
    scripts.add(file);
    for (const next of later ? [...imports, ...dynamicImports] : imports) follow(next);
  };
  follow(entry);
  return [...scripts].map((file) => `dist/client/${file}`);
}

const home = scriptsOf("src/entry-client.tsx", "manifest.json");

export default [
  {
    name: "Scripts of a public page before interaction",
    path: home,
    gzip: true,
    limit: "56 kB",
  },
  {
    name: "Scripts of the generator besides",
    path: scriptsOf("src/public/generator/generator.tsx", "manifest.json").filter((file) => !home.includes(file)),
    gzip: true,
    limit: "20 kB",
  },
  {
    name: "Scripts of the administrator's area, all together",
    path: scriptsOf("src/entry-admin.tsx", "manifest-admin.json", { later: true }),
    gzip: true,
    limit: "185 kB",
  },
];
