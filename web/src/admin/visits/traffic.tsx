import { useQuery } from "@tanstack/react-query";
import type { CSSProperties } from "react";
import type { Visits } from "../../api/schema.gen";
import { visitsQuery } from "../../api/visits";
import { Loaded, Loading } from "../../kit/admin/list";
import { ScreenHead } from "../../kit/admin/screen";
import { panel } from "../../kit/admin/styles";
import { formatCount } from "../../kit/count";
import { NoVisits, shownDays, VisitChart } from "./visits";

/** What visitors click and view. */
export default function Traffic() {
  return (
    <>
      <ScreenHead title="Traffic">
        Clicks to tools' websites and page views in the last {shownDays} days, without bots.
      </ScreenHead>
      <Loaded
        query={useQuery(visitsQuery())}
        failure="Couldn't load the traffic"
        loading={<Loading what="Loading traffic" skeleton="h-96 rounded-xl" className="mt-5" />}
      >
        {(visits) => (
          <div className={`${panel} mt-5`}>
            <InFull visits={visits} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function InFull({ visits: { days, top, pages } }: { visits: Visits }) {
  if (top.length + pages.length === 0) return <NoVisits of="any tool" className="p-5" />;
  const clicked = top.filter(({ clicks }) => clicks > 0);
  return (
    <div className="grid gap-x-12 gap-y-6 p-5 min-[56rem]:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid content-start gap-6">
        <div className="tall-chart">
          <VisitChart days={days} of="All tools" />
        </div>
        <TopList
          caption="Most viewed pages"
          heads={["Alternatives, comparisons, collections", "Views"]}
          rows={pages.map(({ path, title, views }) => ({ href: path, name: title, counts: [views] }))}
        />
      </div>
      <div className="grid content-start gap-6">
        {clicked.length > 0 ? (
          <TopList
            caption="Most clicked tools"
            heads={["Most clicked", "Clicks", "Views"]}
            rows={clicked.map(({ clicks, views, ...tool }) => ({ ...linkTo(tool), counts: [clicks, views] }))}
          />
        ) : (
          <TopList
            caption="Most viewed tools"
            heads={["Most viewed", "Views"]}
            rows={top.map(({ views, ...tool }) => ({ ...linkTo(tool), counts: [views] }))}
          />
        )}
      </div>
    </div>
  );
}

const linkTo = ({ slug, name }: { slug: string; name: string }) => ({ href: `/products/${slug}`, name });

interface TopListProps {
  caption: string;
  heads: [string, ...string[]];
  /** The most counted first. */
  rows: { href: string; name: string; counts: number[] }[];
}

/** The first number from which lines show more than that all are alike. */
const fewest = 5;

/** What is counted most; the line below each name is as long as its share of the first one's first number. */
function TopList({ caption, heads: [head, ...others], rows }: TopListProps) {
  if (rows.length === 0) return null;
  const most = Math.max(1, rows[0]?.counts[0] ?? 0);
  return (
    <table className="number-table table-fixed self-start text-[0.875rem]">
      <caption className="sr-only">
        {caption}, last {shownDays} days
      </caption>
      <thead>
        <tr>
          <th scope="col">{head}</th>
          {others.map((other) => (
            <th key={other} scope="col" className="w-20">
              {other}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ href, name, counts }) => (
          <tr key={href} className="text-muted *:pt-1.75 *:pb-3">
            <th
              scope="row"
              className="relative after:absolute after:bottom-0 after:left-0 after:h-1.5 after:w-[calc(var(--share)*100%)] after:rounded-full after:bg-line"
              style={{ "--share": most < fewest ? 0 : (counts[0] ?? 0) / most } as CSSProperties}
            >
              <a
                className="block overflow-hidden text-ellipsis text-text hover:underline hover:underline-offset-[0.2em]"
                href={href}
                target="_blank"
                rel="noopener noreferrer"
              >
                {name}
              </a>
            </th>
            {others.map((other, at) => (
              <td key={other}>{formatCount(counts[at] ?? 0)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
