import { useSearch } from "wouter/use-browser-location";
import { trashDays } from "../../api/audit";
import { AdminLink } from "../link";
import { ScreenHead } from "../screen-head";
import { Changes } from "./changes";
import { filtersAt, historyAddress, isTrash, trashAddress } from "./history-filters";
import { Trash } from "./trash";

/** Who changed what, and what was deleted. */
export function History() {
  const search = useSearch();
  const showsTrash = isTrash(search);
  return (
    <>
      <ScreenHead title="History">
        {showsTrash
          ? `Deleted products are kept for ${trashDays} days and can be restored until then.`
          : "Every change and sign-in, newest first. You can restore earlier versions."}
      </ScreenHead>
      <nav aria-label="History" className="tabs mt-4">
        <AdminLink href={historyAddress({})} aria-current={showsTrash ? undefined : "page"}>
          Changes
        </AdminLink>
        <AdminLink href={trashAddress} aria-current={showsTrash ? "page" : undefined}>
          Trash
        </AdminLink>
      </nav>
      {showsTrash ? <Trash /> : <Changes filters={filtersAt(search)} />}
    </>
  );
}
