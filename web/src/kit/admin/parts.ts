import type { IconX } from "@tabler/icons-react";
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import type { ComponentType } from "react";
import type { AdminProduct } from "../../api/admin-products";
import type { SiteSettings } from "../../api/schema.gen";
import type { LegalType } from "../../api/site";
import type { Area } from "./may";

/** A screen of the administrator's area beside the list of products. */
export interface AdminScreen {
  path: string;
  /** The document's title before the site's name (also the Screens of its feature in Go). */
  title: string;
  /** The group of the menu that has its links. */
  group: "Catalog" | "Inbox" | "Audience" | "Money" | "Insights" | "Settings";
  /** What an administrator must be allowed to read, so that there are a link and the screen. */
  area: Area;
  /** What the site must have, so that there is a link. */
  needs?: SiteOption;
  /** A link for each of its tabs. Without: one link, whose label is the title. */
  links?: () => MenuLink[];
  load: () => Promise<{ default: ComponentType }>;
}

/** What not every site has. */
export type SiteOption = "accounts" | "newsletter";

/** A link of the menu to a tab of a screen. */
export interface MenuLink {
  /** The tab's name in the URL. */
  id: string;
  label: string;
  needs?: SiteOption | undefined;
}

/** What features bring to the screens of others (admin-features.ts). Without one, its place there is empty. */
export interface Parts {
  /** The screen that adds products by their URLs, for a link beside the button that adds one. */
  addByUrl?: Pick<AdminScreen, "path" | "title">;
  /** Opens the alternatives to a product, from its row in the list. */
  alternatives?: ProductAction;
  /** Drafts the texts of forms. */
  drafting?: Drafting;
  /** The affiliate links of a product, in its form. */
  AffiliateLinks?: ComponentType<{ product: Pick<AdminProduct, "id" | "name"> }>;
  /** What the link in the email of an invitation opens, before anybody is signed in. */
  invitation?: { path: string; title: string; Screen: ComponentType<{ siteName: string }> };
  /** A card among the settings for search engines. */
  IndexNow?: ComponentType<{ settings: SiteSettings }>;
  /** Looks for logos, above the list of the products that have none. */
  LogoSearch?: ComponentType;
  /** Looks for the logo of a product that was saved without one, and offers it. */
  proposeLogo?: (product: { id: number; name: string }, queries: QueryClient) => Promise<void>;
  /** Those who get the newsletter, and how many there were over time. */
  subscribers?: PeopleTab & { Numbers: ComponentType<{ hasAccounts: boolean }> };
  /** Copies content from another site. */
  sync?: Sync;
  /** The readers with an account. */
  users?: PeopleTab;
}

/** What copies content from another site, and tells of the logos of both. */
export interface Sync {
  /** Its tab of site management. */
  tab: Tab;
  /** The logos, below the list of products. */
  Logos: ComponentType;
  /** The query of the logos, which depends on the products. */
  logosKey: QueryKey;
  /** Returns when content was last copied to this site; undefined if it never was, or isn't known. */
  useLastSync: () => string | undefined;
}

/** A tab of a screen, by its name in the URL. */
export interface Tab {
  id: string;
  label: string;
  Panel: ComponentType;
}

/** A button of a product's row, and the dialog that it opens. */
export interface ProductAction {
  /** The button's label for a product of this name. */
  label: (name: string) => string;
  tooltip: string;
  Icon: typeof IconX;
  Dialog: ComponentType<{ product: Pick<AdminProduct, "id" | "name">; onClose: () => void }>;
}

/** A list of people in a tab of the audience's screen. */
export interface PeopleTab extends Tab {
  needs: SiteOption;
  /** Who they are, in a sentence. */
  purpose: string;
}

/** What drafts are made from, and change, in the form of a product. */
export interface DraftedProduct {
  name: string;
  website: string;
  description: string;
  useCases: string;
  phrases: string[];
  categories: string[];
  logo: string;
  logoColor: string;
  images: string[];
}

/** The form of a product, as far as drafts need it. */
export interface ProductDrafting {
  values: DraftedProduct;
  change: (part: Partial<DraftedProduct>) => void;
  focusOn: (field: "name" | "website") => void;
}

/** Drafts the texts of forms. `refusal` is the id of the Refusal beside a button. */
export interface Drafting {
  /** Says why nothing can be drafted; nothing if it can. */
  Refusal: ComponentType<{ id: string }>;
  ProductText: ComponentType<ProductDrafting & { field: "description" | "useCases" | "phrases"; refusal: string }>;
  /** Fills a product's form from its website. */
  Website: ComponentType<ProductDrafting>;
  Introduction: ComponentType<{
    collection: { title: string; introduction: string; tools: { id: number }[] };
    change: (introduction: string) => void;
    refusal: string;
  }>;
  ToolNote: ComponentType<{
    collection: { title: string };
    tool: { id: number; name: string };
    note: string;
    change: (note: string) => void;
  }>;
  /** Drafts the text of a legal page. A draft that was not used is an unsaved change. */
  LegalText: ComponentType<{ type: LegalType; current: string; use: (text: string) => void }>;
}
