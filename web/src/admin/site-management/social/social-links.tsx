import { useMemo, useRef, useState } from "react";
import type { SocialLink } from "../../../api/social-media";
import { Confirmation } from "../../../ui/confirmation";
import { ReorderArea } from "../../reorder/reorder-area";
import { useCarry } from "../../reorder/use-carry";
import { SocialRow, SocialRowShape } from "./social-row";
import { useDelete, useMove } from "./use-links";

/** The social links in their order; each can be carried to another place. */
export function SocialLinks({ links }: { links: SocialLink[] }) {
  const list = useRef<HTMLOListElement>(null);
  const rows = useMemo(() => links.map((link) => ({ ...link, name: link.platform })), [links]);
  const move = useMove();
  const carrying = useCarry(rows, move);
  const [doomed, setDoomed] = useState<SocialLink | null>(null);
  if (links.length === 0) {
    return <p className="site-empty">No social media links found. Add one using the form on the left.</p>;
  }
  return (
    <>
      <ReorderArea
        carrying={carrying}
        noun="link"
        placeAt={(middle) => placeIn(list.current, middle)}
        lifted={(link) => <SocialRowShape link={link} />}
      >
        <ol ref={list} aria-label="Current links" className="rows">
          {carrying.preview.map((link, place) => (
            <SocialRow key={link.id} link={link} place={place} carrying={carrying} remove={() => setDoomed(link)} />
          ))}
        </ol>
      </ReorderArea>
      {doomed ? <DeleteQuestion link={doomed} onClose={() => setDoomed(null)} /> : null}
    </>
  );
}

/** The place of the row at this height of the window; beyond the list's ends, its ends. */
function placeIn(list: HTMLElement | null, middle: number): number | undefined {
  if (!list) return undefined;
  const place = [...list.children].findIndex((row) => middle < row.getBoundingClientRect().bottom);
  return place < 0 ? list.children.length - 1 : place;
}

function DeleteQuestion({ link, onClose }: { link: SocialLink; onClose: () => void }) {
  const remove = useDelete(onClose);
  return (
    <Confirmation
      open
      danger
      title="Are you sure you want to delete this social media link?"
      description={`${link.platform} is no longer shown in the footer.`}
      action="Delete"
      doing="Deleting..."
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate(link.id)}
    />
  );
}
