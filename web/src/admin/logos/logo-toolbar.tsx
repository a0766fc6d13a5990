import { IconCloudDown, IconLayoutGrid, IconLayoutList, IconRefresh } from "@tabler/icons-react";
import type { KeyboardEvent } from "react";
import { IconButton } from "../../kit/admin/icon-button";
import { Button } from "../../kit/button";
import type { useLogoSync } from "./use-logo-sync";
import type { View } from "./use-view";

interface LogoToolbarProps {
  search: string;
  report: (search: string) => void;
  view: View;
  setView: (view: View) => void;
  isRefreshing: boolean;
  refresh: () => void;
  sync: ReturnType<typeof useLogoSync>;
  /** Whether logos can be copied to this site: not to a production site, nor before the site's role is known. */
  canSync: boolean;
}

/** Search, layout and actions of the logos. */
export function LogoToolbar({ search, report, view, setView, isRefreshing, refresh, sync, canSync }: LogoToolbarProps) {
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    report("");
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      {/* biome-ignore lint/a11y/useSemanticElements: browsers know <search> for three years only */}
      <div role="search" aria-label="Logos" className="search-box min-w-0 flex-[1_1_18rem]">
        <input
          type="search"
          value={search}
          onChange={(event) => report(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          maxLength={200}
          placeholder="Search products..."
          aria-label="Search logos by product"
          autoComplete="off"
          enterKeyHint="search"
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Views view={view} setView={setView} />
        <Button disabled={isRefreshing} onClick={refresh}>
          <IconRefresh size={16} aria-hidden="true" className={isRefreshing ? "animate-spin" : undefined} />
          Refresh
        </Button>
        <Button disabled={sync.isPending || !canSync} onClick={() => sync.mutate()}>
          <IconCloudDown size={16} aria-hidden="true" />
          {sync.isPending ? "Syncing..." : "Sync All"}
        </Button>
      </div>
    </div>
  );
}

const views = [
  { view: "grid", label: "Grid", Icon: IconLayoutGrid },
  { view: "list", label: "List", Icon: IconLayoutList },
] as const;

function Views({ view: chosen, setView }: Pick<LogoToolbarProps, "view" | "setView">) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields
    <div role="group" aria-label="Layout" className="flex p-0.5 border border-line rounded-lg">
      {views.map(({ view, label, Icon }) => (
        <IconButton
          key={view}
          label={label}
          Icon={Icon}
          size="switch"
          aria-pressed={view === chosen}
          onClick={() => setView(view)}
        />
      ))}
    </div>
  );
}
