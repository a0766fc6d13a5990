import { useQuery } from "@tanstack/react-query";
import { useSearch } from "wouter/use-browser-location";
import { type LegalType, legalPageQuery } from "../../../api/legal-pages";
import { FailedPanel } from "../../../kit/admin/state-panel";
import { Skeleton } from "../../../kit/skeleton";
import { LegalChoice } from "./legal-choice";
import { LegalForm } from "./legal-form";
import { legalTypeAt } from "./legal-types";

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
  const page = useQuery(legalPageQuery(type));
  if (page.data) return <LegalForm type={type} opened={page.data} />;
  if (page.isError && !page.isFetching) {
    return <FailedPanel what="Failed to fetch legal page" error={page.error} retry={() => void page.refetch()} />;
  }
  return (
    <div role="status">
      <span className="sr-only">Loading...</span>
      <Skeleton className="h-64 rounded-xl" />
      <Skeleton className="mt-5 h-[32rem] rounded-xl" />
    </div>
  );
}
