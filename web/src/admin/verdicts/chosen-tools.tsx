import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type AdminProduct, adminProductsQuery } from "../../api/admin-products";
import { comparedLimit } from "../../api/comparisons";
import { IconButton } from "../../kit/admin/icon-button";
import { ToolName } from "../../kit/admin/ordered-tools";
import { FailedLine } from "../../kit/admin/state-panel";
import { panelRows } from "../../kit/admin/styles";
import { toolsOf } from "../../kit/admin/tool-options";
import { ToolSearch } from "../../kit/admin/tool-search";
import { Skeleton } from "../../kit/skeleton";

interface ChosenToolsProps {
  ids: number[];
  error: string | undefined;
  /** Undefined for a stored verdict, which stays the one on these tools. */
  change: ((ids: number[]) => void) | undefined;
}

/** The tools of a comparison: found by search, and removed. */
export function ChosenTools({ ids, error, change }: ChosenToolsProps) {
  const { data: products, error: failure, isFetching, refetch } = useQuery(adminProductsQuery());
  if (failure && !products)
    return <FailedLine what="the tools" error={failure} isRetrying={isFetching} retry={() => void refetch()} />;
  if (!products)
    return (
      <div role="status">
        <span className="sr-only">Loading the tools</span>
        <Skeleton className="h-40 w-full" />
      </div>
    );
  const remove = ({ id }: AdminProduct) => {
    document.getElementById("add-tool")?.focus();
    change?.(ids.filter((other) => other !== id));
  };
  const tools = toolsOf(products, ids);
  return (
    <>
      {change ? (
        <ToolSearch
          id="add-tool"
          label="Add a tool"
          name="tools"
          error={error}
          products={products}
          taken={ids}
          full={ids.length < comparedLimit ? "" : `A comparison has at most ${comparedLimit} tools`}
          add={({ id }) => change([...ids, id])}
        />
      ) : null}
      {tools.length > 0 ? (
        <ul aria-label="Compared tools" className={`${panelRows} mt-2`}>
          {tools.map((tool) => (
            <li
              key={tool.id}
              className="grid min-h-14 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 py-1.5 pr-2 pl-4"
            >
              <ToolName product={tool} />
              {change ? (
                <IconButton
                  label={`Remove ${tool.name}`}
                  tooltip="Remove"
                  Icon={IconX}
                  tone="danger"
                  onClick={() => remove(tool)}
                />
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}
