import { formatCount } from "../count";

interface FilterTabsProps<Value extends string> {
  /** What is filtered. */
  label: string;
  tabs: readonly { value: Value; label: string }[];
  chosen: Value;
  /** The number of items behind each filter, once it is known. Filters without numbers have none. */
  counts?: Record<Value, number> | undefined;
  choose: (value: Value) => void;
}

/** A row of filters, of which one is chosen. */
export function FilterTabs<Value extends string>({ label, tabs, chosen, choose, ...more }: FilterTabsProps<Value>) {
  return (
    <fieldset aria-label={label} className="flex flex-wrap gap-2">
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          aria-pressed={tab.value === chosen}
          className="group inline-flex min-h-11 items-center gap-2 rounded-4xl border border-line px-4 font-medium text-[0.875rem] text-muted hover:text-text aria-pressed:border-text aria-pressed:bg-raised-2 aria-pressed:text-text max-[30rem]:px-2.5"
          onClick={() => choose(tab.value)}
        >
          {tab.label}
          {"counts" in more ? (
            <span className="min-w-[1ch] text-dim tabular-nums group-aria-pressed:text-muted">
              {more.counts ? formatCount(more.counts[tab.value]) : ""}
            </span>
          ) : null}
        </button>
      ))}
    </fieldset>
  );
}
