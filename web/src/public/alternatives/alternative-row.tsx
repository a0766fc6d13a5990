import type { Alternative } from "../../api/products";
import { ToolRow } from "../../kit/tools/tool-row";

/** An alternative: what it is, what it has in common with the tool of the page, and what is different. */
export function AlternativeRow({ alternative: { product, isPick, shared, different } }: { alternative: Alternative }) {
  return (
    <ToolRow
      product={product}
      badge={isPick ? <span className="editors-pick">Editor’s pick</span> : null}
      facts={
        <>
          <Facts name="In common" facts={shared} />
          <Facts name="Different" facts={different} />
        </>
      }
    />
  );
}

function Facts({ name, facts }: { name: string; facts: string[] }) {
  if (facts.length === 0) return null;
  return (
    <div>
      <dt>{name}</dt>
      <dd>{facts.join(" · ")}</dd>
    </div>
  );
}
