import { readdirSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { slug } from "github-slugger";
import { type DefaultTheme, defineConfig } from "vitepress";

/** The site of docs/: `make docs` builds it into .vitepress/dist. Pages and their order are those of README.md. */

const source = "https://github.com/vitrine-directory/vitrine";
const index = readFileSync(new URL("../README.md", import.meta.url), "utf8");

/** The parts of README.md ("## Part") with their pages ("- [Title](page.md): …"). */
const parts: DefaultTheme.SidebarItem[] = index
  .split(/^## /m)
  .slice(1)
  .map((part) => ({
    text: part.slice(0, part.indexOf("\n")),
    items: [...part.matchAll(/^- \[(.+?)\]\((.+?)\.md\)/gm)].map(([, text, page]) => ({ text, link: `/${page}` })),
  }));

const decisions = readdirSync(new URL("../decisions", import.meta.url)).map((file) => ({
  text: /^# (.*)/.exec(readFileSync(new URL(`../decisions/${file}`, import.meta.url), "utf8"))?.[1] ?? file,
  link: `/decisions/${file.replace(/\.md$/, "")}`,
}));

export default defineConfig({
  title: "Vitrine",
  description: "A public directory of AI tools that you host yourself: documentation.",
  lang: "en-US",
  base: process.env.DOCS_BASE ?? "/", // on GitHub Pages "/vitrine/"
  cleanUrls: true,
  rewrites: { "README.md": "index.md" },
  srcExclude: ["node_modules/**"],
  markdown: {
    anchor: { slugify: slug }, // as on GitHub, so that links to headings work in both places
    config(md) {
      // Indented code looks like fenced code.
      md.renderer.rules.code_block = (tokens, index, ...rest) => md.renderer.rules.fence?.(tokens, index, ...rest) ?? "";
      // A link to a file that is no page goes to the repository.
      md.core.ruler.push("links-to-the-repository", ({ tokens, env }) => {
        for (const token of tokens.flatMap(({ children }) => children ?? [])) {
          const href = token.attrGet("href");
          if (token.type !== "link_open" || href === null || /^(https?:|mailto:|#|\/)/.test(href)) continue;
          const target = posix.join("docs", posix.dirname(env.relativePath), href);
          if (/^docs\/.*\.md(#|$)/.test(target)) continue;
          token.attrSet("href", `${source}/blob/main/${target}`);
        }
      });
    },
  },
  themeConfig: {
    nav: [
      { text: "Changelog", link: `${source}/blob/main/CHANGELOG.md` },
      { text: "Source", link: source },
    ],
    sidebar: [...parts, { text: "Decisions", collapsed: true, items: decisions }],
    outline: [2, 3],
    search: { provider: "local" },
    editLink: { pattern: `${source}/edit/main/docs/:path` },
  },
});
