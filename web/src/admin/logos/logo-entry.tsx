import { IconCheck, IconX } from "@tabler/icons-react";
import { type CSSProperties, memo } from "react";
import type { LogoEntry } from "../../api/logos";
import { Badge } from "../../kit/badge";
import { ProductLogo } from "../../kit/tools/product-logo";
import { statusOf, syncOf } from "./logo-words";

interface LogoItemProps {
  entry: LogoEntry;
  /** Its position in the list, from 1, and the list's length. */
  position: number;
  count: number;
  /** Pixels from the top, its column and the number of columns. */
  top: number;
  column: number;
  columns: number;
}

/** One product's logo with its status on both sites. */
export const LogoItem = memo(function LogoItem({ entry, position, count, top, column, columns }: LogoItemProps) {
  const status = statusOf(entry);
  const sync = syncOf(entry);
  const isMissing = entry.status === "missing"; // there is nothing to request
  const product = { name: entry.name, logo: isMissing ? "" : entry.logo, logoColor: "" };
  const spot: CSSProperties = { top, left: `${(column * 100) / columns}%`, width: `${100 / columns}%` };
  return (
    <li className="logo-item absolute" aria-posinset={position} aria-setsize={count} style={spot}>
      <div className="logo-case">
        <ProductLogo product={product} size="small" lazy />
        <span className="logo-name truncate text-[0.875rem] font-semibold" title={entry.name}>
          {entry.name}
        </span>
        <span className="logo-status flex">
          <Badge tone={status.tone}>{status.text}</Badge>
        </span>
        <span className="logo-sync flex in-data-production:hidden">
          <Badge tone={sync.tone}>{sync.text}</Badge>
        </span>
        <span className="logo-sites flex gap-3 in-data-production:hidden text-muted text-[0.75rem]">
          <Site name="Dev" exists={entry.devExists} />
          <Site name="Prod" exists={entry.prodExists} />
        </span>
      </div>
    </li>
  );
});

/** Shows whether a site has the logo; nothing if that is unknown. */
function Site({ name, exists }: { name: string; exists: boolean | null }) {
  if (exists === null) return null;
  const Icon = exists ? IconCheck : IconX;
  return (
    <span className="relative inline-flex items-center gap-0.5">
      {name}
      <Icon size={14} aria-hidden="true" className={exists ? "text-free" : "text-danger"} />
      <span className="sr-only">{exists ? " has it" : " does not have it"}</span>
    </span>
  );
}
