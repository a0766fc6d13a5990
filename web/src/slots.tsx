import type { QueryKey } from "@tanstack/react-query";
import { type ComponentType, createElement, Fragment, type ReactNode } from "react";
import type { HomeRows, Product, Site } from "./api/schema.gen";

/** A link in the navigation bar, after Home. */
export interface NavigationLink {
  href: string;
  label: string;
  /** What is shown after the label. */
  Count?: ComponentType;
}

/** A link at the bottom of every page. */
interface FooterLink {
  href: string;
  label: string;
  /** What the site must have. */
  needs?: "collections" | "deals" | "advertise";
}

/** A button that each tool has. One listener serves all of them, so that cards need no code for it. */
export interface ToolButton {
  /** What it says before the tool's name. */
  action: string;
  /** Its class, which has its icon. */
  className: string;
  /** Whether rows and issues have it too, and not only cards and the page of the tool. */
  isInRows?: boolean;
  attributes: (tool: { id: number | string; name: string }) => object;
}

/** Tiles among the rows of the home page. */
export interface HomeSection {
  name: string;
  id: string;
  href: string;
  /** The label of the link to all of them. */
  all: string;
  tiles: (rows: HomeRows) => ReactNode[];
}

/** A section of a reader's account. */
export interface AccountSection {
  title: string;
  isShown: (site: Site | undefined) => boolean | undefined;
  Content: ComponentType<{
    email: string;
    /** Wraps each call, to notice an ended session. */
    during: <Answer>(call: Promise<Answer>) => Promise<Answer>;
  }>;
}

/** Places on pages that features fill, in the order of the features. */
export const slots = {
  navigation: [] as NavigationLink[],
  /** The way to one's account: an icon if it has a class. */
  account: [] as ComponentType<{ className?: string }>[],
  /** What runs on every page; it may show something at the edge of the window. */
  everyPage: [] as ComponentType[],
  footer: [] as ComponentType[],
  footerLinks: [] as FooterLink[],
  toolButtons: [] as ToolButton[],
  /** Sections of a tool's page, before the similar tools, and what they read. */
  productSections: [] as ComponentType<{ id: string; product: Product }>[],
  productReads: [] as ((id: string) => { queryKey: QueryKey })[],
  /** Beside the heading of the similar tools, and above a search for what is like the tool. */
  besideSimilar: [] as ComponentType<{ product: Pick<Product, "slug" | "name"> }>[],
};

export type Slots = typeof slots;

/** Fills the places with what these features bring. */
export function fillSlots(features: Partial<Slots>[]) {
  for (const place of Object.keys(slots) as (keyof Slots)[]) {
    Object.assign(slots, { [place]: features.flatMap<unknown>((feature) => feature[place] ?? []) });
  }
}

interface PartsProps<Props> {
  /** What is at a place. */
  of: ComponentType<Props>[];
  with: Props;
}

/** Shows the components at a place, with these properties. */
export const Parts = <Props extends object>({ of, with: props }: PartsProps<Props>) =>
  createElement(Fragment, null, ...of.map((Part) => createElement(Part, props)));
