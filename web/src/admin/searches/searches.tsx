import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { VainSearch } from "../../api/schema.gen";
import { Loaded, LoadingRows } from "../../kit/admin/list";
import { MayChange } from "../../kit/admin/may";
import { useCall } from "../../kit/admin/question";
import { ScreenHead } from "../../kit/admin/screen";
import { jumpTarget, panel } from "../../kit/admin/styles";
import { Button } from "../../kit/button";
import { countOf, formatCount } from "../../kit/count";
import { ProductDialog } from "../product-dialog/product-dialog";
import { dismissSearch, searchesChanged, vainSearchesQuery } from "./api";
import { Synonyms, useNewSynonym } from "./synonyms";

/** What visitors search for in vain, and the synonyms that help. */
export default function Searches() {
  const vain = useQuery(vainSearchesQuery());
  const queries = useQueryClient();
  const [isAdding, setAdding] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const added = useNewSynonym();
  const { mutate, isPending } = useCall((key: string) => dismissSearch(key), {
    done: () => ({ title: "Search dismissed", description: "It stays away for 30 days." }),
    changed: async () => {
      heading.current?.focus();
      await searchesChanged(queries);
    },
    failure: "Couldn't dismiss the search",
  });
  return (
    <>
      <ScreenHead title="Searches">
        What visitors look for and don't find. Add the tool, or a synonym for what other tools call it.
      </ScreenHead>
      <section aria-labelledby="vain" className="mt-6">
        <h2 id="vain" ref={heading} tabIndex={-1} className={`font-display text-2xl ${jumpTarget}`}>
          Searches in vain
        </h2>
        <Loaded
          query={vain}
          failure="Couldn't load the searches"
          loading={<LoadingRows what="the searches" className="mt-3" />}
        >
          {(searches) =>
            searches.length === 0 ? (
              <p className={`${panel} mt-3 px-4 py-5 text-muted text-sm`}>
                No searches in vain in the last 30 days. Words that at least three people searched for and no tool has
                are listed here.
              </p>
            ) : (
              <SearchList
                searches={searches}
                addTool={() => setAdding(true)}
                addSynonym={added.begin}
                dismiss={isPending ? undefined : mutate}
              />
            )
          }
        </Loaded>
      </section>
      <Synonyms added={added} />
      <ProductDialog open={isAdding} onClose={() => setAdding(false)} onSaved={() => void searchesChanged(queries)} />
    </>
  );
}

/** The columns, as wide in each row. */
const columns = "lg:grid-cols-[minmax(0,3fr)_5rem_minmax(0,3fr)_19.5rem]";

interface SearchListProps {
  searches: VainSearch[];
  addTool: () => void;
  /** Begins a synonym for words. */
  addSynonym: (words: string) => void;
  /** Undefined while one is dismissed. */
  dismiss: ((key: string) => void) | undefined;
}

function SearchList({ searches, addTool, addSynonym, dismiss }: SearchListProps) {
  return (
    <div className={`${panel} mt-3 overflow-hidden`}>
      <div
        aria-hidden="true"
        className={`${columns} hidden min-h-10 items-center gap-x-4 border-hairline border-b px-4 text-[0.8125rem] text-dim lg:grid`}
      >
        <span>Words</span>
        <span className="text-right">Searches</span>
        <span>Shown instead</span>
      </div>
      <ul className="divide-y divide-hairline" aria-label="Searches in vain">
        {searches.map(({ key, words, asked, found, shownFor }) => (
          <li
            key={key}
            className={`${columns} grid min-h-12 items-center gap-x-4 px-4 py-2 max-lg:gap-y-0.5 hover:bg-raised-2 lg:py-1`}
          >
            <p className="font-medium text-[0.9375rem] wrap-anywhere">{words}</p>
            <p className="text-[0.8125rem] text-muted tabular-nums lg:text-right">
              {formatCount(asked)} <span className="lg:sr-only">{asked === 1 ? "search" : "searches"}</span>
            </p>
            <p className="text-[0.8125rem] text-muted wrap-anywhere">
              <span className="lg:sr-only">Shown instead: </span>
              {found === 0 ? "nothing" : `${countOf(found, "tool")} for ${shownFor}`}
            </p>
            <MayChange area="catalog">
              <div className="-mx-2.5 flex flex-wrap lg:justify-end">
                <Button size="small" tone="bare" aria-label={`Add a tool for ${words}`} onClick={addTool}>
                  Add a tool
                </Button>
                <Button
                  size="small"
                  tone="bare"
                  aria-label={`Add a synonym for ${words}`}
                  onClick={() => addSynonym(words)}
                >
                  Add a synonym
                </Button>
                <Button
                  size="small"
                  tone="bare"
                  aria-label={`Dismiss ${words}`}
                  disabled={!dismiss}
                  onClick={() => dismiss?.(key)}
                >
                  Dismiss
                </Button>
              </div>
            </MayChange>
          </li>
        ))}
      </ul>
    </div>
  );
}
