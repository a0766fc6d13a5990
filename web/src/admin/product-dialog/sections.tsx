import type { ReactNode } from "react";
import { sectionStyle, titleStyle } from "./layout";
import type { Compared } from "./versions";

/** The form's sections in order, with their fields and the fields' labels. */
export const sections = [
  {
    id: "basics",
    title: "Basics",
    fields: { name: "Name", website: "Website", type: "Type", categories: "Categories" },
  },
  { id: "text", title: "Text", fields: { description: "Description", useCases: "Use cases" } },
  { id: "media", title: "Media", fields: { logo: "Logo", videoUrl: "Video URL", images: "Screenshots" } },
  {
    id: "placement",
    title: "Placement",
    fields: {
      section: "Section",
      isFeatured: "Featured",
      hasLandingPage: "Landing page",
      hasDeal: "Deal",
      promoText: "Promo text",
    },
  },
] as const satisfies { id: string; title: string; fields: Partial<Record<Compared, string>> }[];

const [basics, text, media, placement] = sections;

/** The fields' labels. The compiler reports a field that no section lists. */
export const labels: Record<Compared, string> = {
  ...basics.fields,
  ...text.fields,
  ...media.fields,
  ...placement.fields,
};

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
