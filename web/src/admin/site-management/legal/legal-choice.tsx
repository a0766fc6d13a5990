import { useQuery } from "@tanstack/react-query";
import { type LegalType, legalPagesQuery } from "../../../api/legal-pages";
import { AdminLink } from "../../link";
import { tabAddress } from "../tabs";
import { legalTypes } from "./legal-types";

/** The four pages to choose from, each with where its text is from. */
export function LegalChoice({ chosen }: { chosen: LegalType }) {
  const pages = useQuery(legalPagesQuery());
  return (
    <nav aria-label="Legal pages" className="legal-choice">
      {legalTypes.map(({ type, name }) => (
        <AdminLink
          key={type}
          href={tabAddress("legal", { page: type })}
          aria-current={type === chosen ? "page" : undefined}
        >
          {name}
          <span className="legal-origin">{originOf(pages.data?.find((page) => page.type === type))}</span>
        </AdminLink>
      ))}
    </nav>
  );
}

/** Empty as long as it is not known; a page saved without a text shows the built-in one. */
function originOf(page: { updatedAt?: string; content: string } | undefined): string {
  if (!page) return "\u00A0";
  return page.updatedAt && page.content !== "" ? `Saved ${dayOf(page.updatedAt)}` : "Built-in text";
}

const dayOf = (time: string) => new Date(time).toLocaleDateString("en", { dateStyle: "medium" });
