import { useRef, useState } from "react";
import type { CountedCategory } from "../../api/categories-admin";
import { Button } from "../../ui/button";
import { countOf } from "../../ui/count";
import type { CategoryQuestion } from "./category-dialogs";
import { RenameForm } from "./rename-form";

interface CategoryRowProps {
  category: CountedCategory;
  ask: (question: CategoryQuestion) => void;
}

/** One category: its name, which can be changed on the spot, its address, how many tools it has, what can be done. */
export function CategoryRow({ category, ask }: CategoryRowProps) {
  const [isRenaming, setIsRenaming] = useState(false);
  const rename = useRef<HTMLButtonElement>(null);
  const { name, slug, count } = category;
  const stop = () => {
    setIsRenaming(false);
    requestAnimationFrame(() => rename.current?.focus());
  };
  if (isRenaming) {
    return (
      <li className="category-row">
        <RenameForm category={category} onDone={stop} />
      </li>
    );
  }
  return (
    <li className="category-row">
      <div className="min-w-0 flex-1 basis-48">
        <p className="truncate text-[0.9375rem] font-medium">{name}</p>
        <a href={`/category/${slug}`} className="category-address" aria-label={`/category/${slug}, the public page`}>
          /category/{slug}
        </a>
      </div>
      <span className="category-count">{count === 0 ? "Unused" : countOf(count, "tool")}</span>
      <div className="category-actions">
        {count === 0 ? (
          <Button
            size="small"
            tone="danger"
            aria-label={`Delete ${name}`}
            onClick={() => ask({ kind: "delete", category })}
          >
            Delete
          </Button>
        ) : null}
        <Button ref={rename} size="small" aria-label={`Rename ${name}`} onClick={() => setIsRenaming(true)}>
          Rename
        </Button>
        <Button size="small" aria-label={`Merge ${name}`} onClick={() => ask({ kind: "merge", category })}>
          Merge
        </Button>
      </div>
    </li>
  );
}
