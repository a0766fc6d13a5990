import { useQuery } from "@tanstack/react-query";
import { useSearch } from "wouter/use-browser-location";
import { type LegalType, legalPageQuery, legalPagesQuery } from "../../../api/legal-pages";
import { AdminLink } from "../../../kit/admin/link";
import { Loaded } from "../../../kit/admin/state-panel";
import { Skeleton } from "../../../kit/skeleton";
import { tabAddress } from "../tab-address";
import { LegalForm } from "./legal-form";
import { legalTypeAt, legalTypes } from "./legal-types";

/** The legal pages, one of which is edited. The URL names it. */
export function LegalTab() {
  const type = legalTypeAt(useSearch());
  return (
    <>
      <LegalChoice chosen={type} />
      <LegalPage key={type} type={type} />
    </>
  );
}

/** The form of a page once it is loaded; it is not reloaded while the form is open. */
function LegalPage({ type }: { type: LegalType }) {
  return (
    <Loaded
      query={useQuery(legalPageQuery(type))}
      failure="Failed to fetch legal page"
      loading={
        <div role="status">
          <span className="sr-only">Loading...</span>
          <Skeleton className="h-64 rounded-xl" />
          <Skeleton className="mt-5 h-[32rem] rounded-xl" />
        </div>
      }
    >
      {(opened) => <LegalForm type={type} opened={opened} />}
    </Loaded>
  );
}

/** The four legal pages, each with the origin of its text. */
function LegalChoice({ chosen }: { chosen: LegalType }) {
  const pages = useQuery(legalPagesQuery());
  return (
    <nav aria-label="Legal pages" className="grid grid-cols-2 gap-2 mb-5 md:grid-cols-4">
      {legalTypes.map(({ type, name }) => (
        <AdminLink
          key={type}
          className="flex min-h-15 flex-col justify-center rounded-xl border border-hairline px-3.5 py-2 font-[550] text-[0.875rem] text-muted leading-5 hover:border-line hover:text-text aria-[current]:border-text aria-[current]:bg-raised aria-[current]:text-text"
          href={tabAddress("legal", { page: type })}
          aria-current={type === chosen ? "page" : undefined}
        >
          {name}
          <span className="text-dim text-[0.75rem] font-normal">
            {originOf(pages.data?.find((page) => page.type === type))}
          </span>
        </AdminLink>
      ))}
    </nav>
  );
}

/** Empty until it is known. A page saved without a text shows the built-in one. */
function originOf(page: { updatedAt?: string; content: string } | undefined): string {
  if (!page) return "\u00A0";
  return page.updatedAt && page.content !== "" ? `Saved ${dayOf(page.updatedAt)}` : "Built-in text";
}

const dayOf = (time: string) => new Date(time).toLocaleDateString("en", { dateStyle: "medium" });
