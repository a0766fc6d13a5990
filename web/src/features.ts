import { accountFeature } from "./public/account/pages";
import { alternativesFeature } from "./public/alternatives/pages";
import { collectionsFeature } from "./public/collections/pages";
import { compareFeature } from "./public/compare/pages";
import { directoryFeature } from "./public/directory/pages";
import { generatorFeature } from "./public/generator/pages";
import { legalFeature } from "./public/legal/pages";
import { moneyFeature } from "./public/money/pages";
import { newsletterFeature } from "./public/newsletter/pages";
import { savedFeature } from "./public/saved/pages";
import { submitFeature } from "./public/submit/pages";
import type { Feature } from "./route";

// What the pages of visitors are made of; admin-features.ts has the administrator's. A feature is taken out by deleting
// its folders in public and admin and its lines here, there and in parts.

/** The features of visitors' pages, in the order of their pages and of their parts of others'. */
export const features: Feature[] = [
  directoryFeature,
  alternativesFeature,
  compareFeature,
  collectionsFeature,
  moneyFeature,
  generatorFeature,
  savedFeature,
  accountFeature,
  newsletterFeature,
  submitFeature,
  legalFeature,
];
