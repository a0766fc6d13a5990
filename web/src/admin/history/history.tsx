import { useSearch } from "wouter/use-browser-location";
import { trashDays } from "../../api/audit";
import { AdminLink, ScreenHead } from "../../kit/admin/screen";
import { tab } from "../../kit/admin/styles";
import { filtersAt, historyAddress, isTrash, trashAddress } from "./change-filters";
import { Changes } from "./changes";
import { Trash } from "./trash";

const historyTab = `${tab} -mb-px inline-flex items-center text-[0.875rem]`;

/** The audit log and the trash. */
export default function History() {
  const search = useSearch();
  const showsTrash = isTrash(search);
  return (
    <>
      <ScreenHead title="History">
        {showsTrash
          ? `Deleted products stay here for ${trashDays} days and can be restored until then.`
          : "Every change and sign-in, newest first. You can restore earlier versions."}
      </ScreenHead>
      <nav aria-label="History" className="mt-4 flex gap-5 border-hairline border-b">
        <AdminLink className={historyTab} href={historyAddress({})} aria-current={showsTrash ? undefined : "page"}>
          Changes
        </AdminLink>
        <AdminLink className={historyTab} href={trashAddress} aria-current={showsTrash ? "page" : undefined}>
          Trash
        </AdminLink>
      </nav>
      {showsTrash ? <Trash /> : <Changes filters={filtersAt(search)} />}
    </>
  );
}
