import { accountPages } from "./public/account/pages";
import { alternativesPages } from "./public/alternatives/pages";
import { collectionPages } from "./public/collections/pages";
import { comparePages } from "./public/compare/pages";
import { directoryPages } from "./public/directory/pages";
import { legalPages } from "./public/legal/pages";
import { newsletterPages } from "./public/newsletter/pages";
import { submitPages } from "./public/submit/pages";
import { lazyRoute, type Route } from "./route";

// What the pages of visitors are made of; admin-features.ts has the administrator's. A feature is taken out by deleting
// its folders in public and admin and its lines here, there and in app.tsx.

/** The pages of visitors, by feature. `isKnown` reports whether one of them is at a path. */
export const pages = (isKnown: (path: string) => boolean): Route[] => [
  ...directoryPages(),
  ...alternativesPages(),
  ...comparePages(),
  ...collectionPages(),
  lazyRoute(
    "/veo3-generator",
    async () => (await import("./public/generator/generator")).Generator,
    "VEO 3 Script Generator",
  ),
  lazyRoute("/saved", async () => (await import("./public/saved/saved")).Saved, "Saved tools"),
  ...accountPages(isKnown),
  ...newsletterPages(),
  ...submitPages(),
  ...legalPages(),
];
