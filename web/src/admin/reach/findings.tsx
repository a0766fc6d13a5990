import type { ReachFinding } from "../../api/reach";
import { AdminLink } from "../../kit/admin/link";
import { formatCount } from "../../kit/count";
import { Panel } from "./panel";

interface FindingsProps {
  title: string;
  findings: ReachFinding[];
  /** The id of the finding whose pages are shown below. */
  shown: string | undefined;
}

/** Findings with their numbers; one that has pages is a link to their list. */
export function Findings({ title, findings, shown }: FindingsProps) {
  return (
    <Panel title={title}>
      <ul className="-mx-2">
        {findings.map((finding) => (
          <li key={finding.id}>
            {finding.pages > 0 ? (
              <AdminLink
                href={`/admin/reach?list=${finding.id}`}
                aria-current={finding.id === shown ? "true" : undefined}
                className={`${row} hover:bg-raised-2 aria-[current]:bg-raised-2`}
              >
                <Words finding={finding} />
              </AdminLink>
            ) : (
              <div className={row}>
                <Words finding={finding} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const row = "flex min-h-11 items-baseline justify-between gap-4 rounded-lg px-2 py-2";

function Words({ finding: { name, reason, pages } }: { finding: ReachFinding }) {
  return (
    <>
      <span className="min-w-0">
        <span className="block text-[0.9375rem]">{name}</span>
        <span className="block text-pretty text-[0.8125rem] text-muted">{reason}</span>
      </span>
      <span className={`flex-none tabular-nums ${pages > 0 ? "" : "text-muted"}`}>{formatCount(pages)}</span>
    </>
  );
}
