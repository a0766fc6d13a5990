import { IconX } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type AdminProduct, adminProductsQuery } from "../../api/admin-products";
import { comparedLimit } from "../../api/comparisons";
import { go } from "../../history";
import { EditorFooter, TextField, useEditor } from "../../kit/admin/editor";
import { lengthOf, tooMany } from "../../kit/admin/field-rules";
import { IconButton } from "../../kit/admin/icon-button";
import { AdminLink, BackLink } from "../../kit/admin/link";
import { FailedLine } from "../../kit/admin/list";
import { ToolName, ToolSearch, toolsOf } from "../../kit/admin/ordered-tools";
import { ScreenHead } from "../../kit/admin/screen-head";
import { panelRows, remark } from "../../kit/admin/styles";
import { Button, buttonStyle } from "../../kit/button";
import { formatCount } from "../../kit/count";
import { Skeleton } from "../../kit/skeleton";
import { toast } from "../../kit/toast";
import { saveVerdict, type VerdictRow, verdictsChanged } from "./api";
import { editAddress, verdictsScreen } from "./screen";

/** The most characters of a verdict, as on the server. */
const longest = 5000;

interface VerdictFormProps {
  /** Undefined for a new one. */
  verdict: VerdictRow | undefined;
  verdicts: VerdictRow[];
}

/** The editor of a verdict, or of a new one on tools that are chosen here. */
export function VerdictForm({ verdict, verdicts }: VerdictFormProps) {
  const queries = useQueryClient();
  const opened = { ids: verdict?.products.split(",").map(Number) ?? [], text: verdict?.text ?? "" };
  const { form, values, errors, isChanged, change, isSaving } = useEditor({
    opened,
    check: ({ ids, text }) => ({
      ...(ids.length < 2 ? { tools: "Please choose two to four tools" } : {}),
      ...(text.trim() === "" ? { text: "Please enter a verdict" } : {}),
      ...(lengthOf(text) > longest ? { text: tooMany(longest) } : {}),
    }),
    save: ({ ids, text }) => saveVerdict(namesOf(ids), text),
    onSaved: async () => {
      await verdictsChanged(queries);
      toast({ title: "Verdict saved", description: "Visitors see it now." });
      go(verdictsScreen.path);
      document.getElementById("main")?.focus({ preventScroll: true });
    },
    failure: "Couldn't save the verdict",
  });
  const { ids, text } = values;
  const products = namesOf(ids);
  const isTaken = !verdict && verdicts.some((other) => other.products === products);
  return (
    <form {...form} className="max-w-3xl">
      <BackLink href={verdictsScreen.path}>All verdicts</BackLink>
      <ScreenHead title={verdict ? "Edit verdict" : "Write a verdict"}>{verdict?.title}</ScreenHead>
      <div className="mt-5 grid gap-5">
        <div>
          <ChosenTools ids={ids} error={errors.tools} change={verdict ? undefined : (ids) => change({ ids })} />
          <div role="status">
            {isTaken ? (
              <p className={`${remark} mt-3 border-line text-[0.875rem]`}>
                There is a verdict on these tools already.{" "}
                <AdminLink href={editAddress(products)} className="underline underline-offset-4">
                  Edit it
                </AdminLink>
              </p>
            ) : null}
          </div>
        </div>
        <TextField
          label="Verdict"
          required
          hint={`Markdown. ${formatCount(lengthOf(text))} of ${formatCount(longest)} characters.`}
          error={errors.text}
          name="text"
          rows={10}
          value={text}
          change={(text) => change({ text })}
        />
      </div>
      <EditorFooter isChanged={isChanged}>
        {ids.length > 1 ? (
          <a
            href={`/compare/${verdict?.name || ids.join("-vs-")}`}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonStyle()}
          >
            View comparison<span className="sr-only"> (new tab)</span>
          </a>
        ) : null}
        <Button type="submit" tone="brass" disabled={isSaving || !isChanged || isTaken}>
          {isSaving ? "Saving..." : "Save"}
        </Button>
      </EditorFooter>
    </form>
  );
}

/** What the API calls the verdict on products. */
const namesOf = (ids: number[]) => ids.toSorted((a, b) => a - b).join(",");

interface ChosenToolsProps {
  ids: number[];
  error: string | undefined;
  /** Undefined for a stored verdict, which stays the one on these tools. */
  change: ((ids: number[]) => void) | undefined;
}

/** The tools of a comparison: found by search, and removed. */
function ChosenTools({ ids, error, change }: ChosenToolsProps) {
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
