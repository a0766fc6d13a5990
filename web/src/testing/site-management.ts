import { screen } from "@testing-library/react";
import { openAdmin } from "./admin-page";
import type { Reply } from "./server";

/** The default titles of legal pages. */
export const titles = {
  "privacy-policy": "Privacy Policy",
  "terms-of-service": "Terms of Service",
  "affiliate-disclaimer": "Affiliate Disclaimer",
  "gdpr-cookies": "GDPR Cookies Disclaimer",
};

/** A legal page as the API returns it, by default not saved. */
export const page = (type: keyof typeof titles, overrides: object = {}) => ({
  type,
  title: titles[type],
  content: "",
  html: "<h2>Built in</h2>",
  headings: [],
  lastUpdated: "January 27, 2025",
  ...overrides,
});

/** A social link as the API returns it. */
export const link = (id: number, platform: string, overrides: object = {}) => ({
  id,
  platform,
  url: `https://${platform.toLowerCase()}.example/vitrine`,
  isActive: true,
  displayOrder: id,
  createdAt: "2026-01-02T03:04:05Z",
  ...overrides,
});

/** The file of every site logo. */
export const dataImage = "data:image/svg+xml;base64,PHN2Zy8+";

/** A site logo as the API returns it. */
export const logo = (id: number, type: string, overrides: object = {}) => ({
  id,
  type,
  name: `Our ${type}`,
  fileName: `${type}.svg`,
  fileData: dataImage,
  mimeType: "image/svg+xml",
  fileSize: 1536,
  isActive: true,
  createdAt: "2026-01-02T03:04:05Z",
  updatedAt: "2026-01-02T03:04:05Z",
  ...overrides,
});

/** The sync's status as the API returns it, by default ready and never run. */
export const syncState = (overrides: object = {}) => ({
  development: true,
  configured: true,
  unready: "",
  webhook: false,
  progress: { phase: "", done: 0, total: 0 },
  runs: [],
  commandFlags: "--data /srv/vitrine",
  ...overrides,
});

/** A run of the sync as the API returns it, by default successful. */
export const syncRun = (id: number, overrides: object = {}) => ({
  id,
  by: "admin@example.com",
  cause: "manual",
  startedAt: "2026-01-02T03:04:05Z",
  endedAt: "2026-01-02T03:04:06Z",
  failure: "",
  counts: {
    products: { total: 5, added: 2, changed: 1, removed: 0 },
    images: { total: 1, added: 1, changed: 0, removed: 0 },
  },
  ...overrides,
});

/** Opens site management at the rest of its URL, with a stubbed server that has some of everything. */
export function open(address: string, replies: Record<string, Reply> = {}) {
  const pages = Object.keys(titles).map((type) => page(type as keyof typeof titles));
  return openAdmin(`/admin/site-management${address}`, {
    "GET /api/legal-pages": pages,
    ...Object.fromEntries(pages.map((one) => [`GET /api/legal-pages/${one.type}`, one])),
    "POST /api/legal-pages/preview": (body: unknown) => ({
      html: `<p>${(body as { content: string }).content}</p>`,
      headings: [],
    }),
    "GET /api/social-media": [link(1, "GitHub"), link(2, "Medium", { isActive: false }), link(3, "Reddit")],
    "GET /api/logo-settings": [],
    "GET /api/sync": syncState(),
    ...replies,
  });
}

export const toastOf = async (text: string) => (await screen.findByText(text)).closest("li");

export const press = (user: ReturnType<typeof openAdmin>["user"], name: string | RegExp) =>
  user.click(screen.getByRole("button", { name }));
