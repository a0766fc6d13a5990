import type { ShownCollection } from "../../api/schema.gen";
import { Day } from "../../kit/day";
import { languageOf } from "../../kit/language";
import { LegalText } from "../../kit/legal-text";
import { ToolRow } from "../../kit/tools/tool-row";

interface CollectionContentsProps {
  collection: ShownCollection;
  /** In the administrator's preview the title is no heading of the page, and tools cannot be saved or visited. */
  isPreview?: boolean;
}

/** What the page of a collection shows; the administrator's preview shows the same. */
export function CollectionContents({ collection, isPreview = false }: CollectionContentsProps) {
  const { title, introduction, author, updatedAt, tools } = collection;
  const Title = isPreview ? "p" : "h1";
  return (
    <>
      <header className="pb-10">
        <Title {...languageOf(title)} className="max-w-4xl page-title font-display wrap-anywhere">
          {title}
        </Title>
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
        <ol className={isPreview ? "border-b border-hairline [&_.tool-row-actions]:hidden" : "tool-cards"}>
          {tools.map(({ product, note }) => (
            <ToolRow key={product.id} product={product} from="collection" note={note} />
          ))}
        </ol>
      ) : (
        <p className="border-t border-hairline pt-8 text-muted">No tools yet.</p>
      )}
    </>
  );
}
