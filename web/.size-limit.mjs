import { readFileSync } from "node:fs";

// Every script that a public page loads before anything is pressed: the entry and what it imports statically.
const manifest = JSON.parse(readFileSync(new URL("dist/client/.vite/manifest.json", import.meta.url), "utf8"));

const scripts = new Set();
const follow = (key) => {
  const chunk = manifest[key];
  if (scripts.has(chunk.file)) return;
  scripts.add(chunk.file);
  (chunk.imports ?? []).forEach(follow);
};
follow("src/entry-client.tsx");

export default [
  {
    name: "Scripts of a public page before interaction",
    path: [...scripts].map((file) => `dist/client/${file}`),
    gzip: true,
    limit: "120 kB",
  },
];
