import type { ReactNode } from "react";
import { sectionStyle, titleStyle } from "./layout";
import type { ProductValues } from "./product-values";

/** The sections of the form in order, with their fields. */
export const sections = [
  { id: "basics", title: "Basics", fields: ["name", "website", "type", "categories"] },
  { id: "text", title: "Text", fields: ["description", "useCases"] },
  { id: "media", title: "Media", fields: ["logo", "videoUrl", "images"] },
  {
    id: "placement",
    title: "Placement",
    fields: ["section", "isFeatured", "hasLandingPage", "hasDeal", "promoText"],
  },
] as const satisfies { id: string; title: string; fields: (keyof ProductValues)[] }[];

export type SectionId = (typeof sections)[number]["id"];

export const headingOf = (id: SectionId) => `product-${id}`;

/** A section of the form under its heading. */
export function Section({ id, children }: { id: SectionId; children: ReactNode }) {
  const title = sections.find((section) => section.id === id)?.title;
  return (
    <section aria-labelledby={headingOf(id)} className={sectionStyle}>
      <h3 id={headingOf(id)} tabIndex={-1} className={titleStyle}>
        {title}
      </h3>
      {children}
    </section>
  );
}
