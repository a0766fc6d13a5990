import type { ShownCollection } from "../api/collections";
import { LegalText } from "../components/legal-text";
import { ToolRow } from "../components/tool-row";
import { Day } from "../ui/day";

/** What the page of a collection shows; the administrator's preview shows the same. */
export function CollectionContents({ collection }: { collection: ShownCollection }) {
  const { title, introduction, author, updatedAt, tools } = collection;
  return (
    <>
      <header className="pb-10">
        <h1 className="max-w-4xl font-display text-[clamp(2.25rem,1.6rem+2.6vw,3.5rem)] leading-[1.04] tracking-[-0.015em] wrap-anywhere">
          {title}
        </h1>
        <p className="mt-4 text-[0.9375rem] text-muted wrap-anywhere">
          {author ? `By ${author} · ` : ""}Updated <Day at={updatedAt} />
        </p>
        {introduction ? (
          <div className="mt-6">
            <LegalText html={introduction} />
          </div>
        ) : null}
      </header>
      {tools.length > 0 ? (
        <ol className="border-b border-hairline">
          {tools.map(({ product, note }) => (
            <ToolRow key={product.id} product={product} note={note} />
          ))}
        </ol>
      ) : (
        <p className="border-t border-hairline pt-8 text-muted">No tools yet.</p>
      )}
    </>
  );
}
