import { IconDownload, IconUpload } from "@tabler/icons-react";
import type { Category } from "../../api/products";
import { type SubscriberQuery, subscribersFile } from "../../api/readers";
import { FilterTabs } from "../../kit/admin/filter-tabs";
import { Button, buttonStyle } from "../../kit/button";

export const statusTabs: { value: SubscriberQuery["filter"]; label: string }[] = [
  { value: "all", label: "All" },
  { value: "confirmed", label: "Confirmed" },
  { value: "unconfirmed", label: "Unconfirmed" },
  { value: "unsubscribed", label: "Unsubscribed" },
  { value: "refused", label: "Refused" },
];

interface SubscriberToolbarProps {
  asked: SubscriberQuery;
  counts: Record<SubscriberQuery["filter"], number> | undefined;
  topics: Category[];
  change: (part: Partial<SubscriberQuery>) => void;
  startImport: () => void;
}

/** The search and the filters of the subscribers, and the buttons for whole lists. */
export function SubscriberToolbar({ asked, counts, topics, change, startImport }: SubscriberToolbarProps) {
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: browsers know <search> for three years only */}
      <div role="search" className="mt-5 flex flex-wrap items-center gap-2">
        <div className="search-box min-w-0 grow basis-full sm:basis-64">
          <input
            type="search"
            value={asked.search}
            onChange={(event) => change({ search: event.currentTarget.value })}
            maxLength={200}
            placeholder="Email..."
            aria-label="Search subscribers"
            autoComplete="off"
          />
        </div>
        <select
          aria-label="Topic"
          className="input w-auto min-w-0 max-w-64 md:min-h-11 max-sm:max-w-none max-sm:basis-full"
          value={String(asked.topic)}
          onChange={(event) => change({ topic: Number(event.currentTarget.value) })}
        >
          <option value="0">All topics</option>
          {topics.map(({ id, name }) => (
            <option key={id} value={String(id)}>
              {name}
            </option>
          ))}
        </select>
        <div className="flex gap-2 max-sm:basis-full *:max-sm:flex-1">
          <Button className="md:min-h-11" onClick={startImport}>
            <IconUpload size={16} aria-hidden="true" />
            Import CSV
          </Button>
          <a
            href={subscribersFile}
            download
            className={buttonStyle({ className: "md:min-h-11" })}
            data-tooltip="Confirmed subscribers"
          >
            <IconDownload size={16} aria-hidden="true" />
            Export CSV
          </a>
        </div>
      </div>
      <div className="mt-2">
        <FilterTabs
          label="Status"
          tabs={statusTabs}
          chosen={asked.filter}
          counts={counts}
          choose={(filter) => change({ filter })}
        />
      </div>
    </>
  );
}
