import { useQuery } from "@tanstack/react-query";
import { useSearch } from "wouter/use-browser-location";
import { verdictRowsQuery } from "../../api/verdicts-admin";
import { AdminLink } from "../../kit/admin/link";
import { ScreenHead } from "../../kit/admin/screen-head";
import { Loaded, LoadingRows, StatePanel } from "../../kit/admin/state-panel";
import { buttonStyle } from "../../kit/button";
import { editedAt, verdictsScreen } from "./screen";
import { VerdictForm } from "./verdict-form";
import { VerdictList } from "./verdict-list";

/** The verdicts on comparisons: the list of all, or the editor of one. */
export default function Verdicts() {
  const edited = editedAt(useSearch());
  const rows = useQuery(verdictRowsQuery());
  const verdicts = rows.data;
  if (verdicts && edited === null) return <VerdictList verdicts={verdicts} />;
  const verdict = verdicts?.find(({ products }) => products === edited);
  if (verdicts && (verdict || edited === "new"))
    return <VerdictForm key={edited} verdict={verdict} verdicts={verdicts} />;
  return (
    <>
      <ScreenHead title="Comparisons" />
      <Loaded query={rows} failure="Couldn't load the verdicts" loading={<LoadingRows what="the verdicts" />}>
        {() => (
          <StatePanel title="There is no such verdict" text="It may have been deleted.">
            <AdminLink href={verdictsScreen.path} className={buttonStyle()}>
              All verdicts
            </AdminLink>
          </StatePanel>
        )}
      </Loaded>
    </>
  );
}
