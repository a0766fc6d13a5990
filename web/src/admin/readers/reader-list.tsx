import type { Reader } from "../../api/readers";
import { panel } from "../../kit/admin/styles";
import { Skeleton } from "../../kit/skeleton";
import { ReaderRow, readerRow } from "./reader-row";

/** The columns on wide windows; the rows share their widths. */
const readerTable = `${panel} mt-4 overflow-hidden min-[64rem]:grid min-[64rem]:grid-cols-[minmax(0,1fr)_repeat(5,auto)]`;

interface ReaderListProps {
  readers: Reader[];
  /** The list is of the search before; the new one is loading. */
  isStale: boolean;
  onDelete: (reader: Reader) => void;
}

/** The readers: a table on wide windows, cards on narrow ones. */
export function ReaderList({ readers, isStale, onDelete }: ReaderListProps) {
  return (
    <div className={`${readerTable} transition-opacity ${isStale ? "opacity-60" : ""}`} aria-busy={isStale}>
      <div
        aria-hidden="true"
        className={`${readerRow} border-hairline border-b py-2.5! text-[0.75rem] text-dim max-[64rem]:hidden`}
      >
        <span>Reader</span>
        <span>Signed up</span>
        <span>Last seen</span>
        <span className="text-right">Saved</span>
        <span className="text-right">Submitted</span>
      </div>
      <ul
        aria-label="Readers"
        className="divide-y divide-hairline min-[64rem]:col-span-full min-[64rem]:grid min-[64rem]:grid-cols-subgrid"
      >
        {readers.map((reader) => (
          <ReaderRow key={reader.id} reader={reader} onDelete={() => onDelete(reader)} />
        ))}
      </ul>
    </div>
  );
}

/** The placeholder of the list while it loads. */
export function ReaderSkeletons({ what = "readers" }: { what?: string }) {
  return (
    <div role="status" className={`${panel} mt-4 divide-y divide-hairline overflow-hidden`}>
      <span className="sr-only">Loading {what}</span>
      {[1, 2, 3, 4].map((index) => (
        <div key={index} className="px-5 py-4">
          <Skeleton className="h-5 w-48 max-w-full" />
          <Skeleton className="mt-2 h-4 w-64 max-w-full" />
        </div>
      ))}
    </div>
  );
}
