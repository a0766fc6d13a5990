import { useDraggable } from "@dnd-kit/core";
import { IconExternalLink, IconGripVertical, IconTrash } from "@tabler/icons-react";
import type { SocialLink } from "../../../api/social-media";
import { socialIcon } from "../../../components/social-icons";
import { formatCount } from "../../../ui/count";
import { Handle } from "../../reorder/handle";
import type { Reordering } from "../../reorder/use-reorder";
import { StateBadge } from "../state-badge";
import { useSwitch } from "./use-links";

interface SocialRowProps {
  link: SocialLink;
  position: number;
  reordering: Pick<Reordering, "drag" | "pickUp" | "dragTo" | "drop" | "cancel">;
  remove: () => void;
}

/** A social link: what it is, whether visitors see it, and what can be done with it. */
export function SocialRow({ link, position, reordering, remove }: SocialRowProps) {
  const { id, platform } = link;
  const { drag, ...actions } = reordering;
  const draggedBy = drag?.id === id ? drag.by : undefined;
  const { setNodeRef, listeners } = useDraggable({ id });
  return (
    <li ref={setNodeRef} className="social-row" data-dragged={draggedBy}>
      <Handle id={id} name={platform} position={position} draggedBy={draggedBy} listeners={listeners} {...actions} />
      <SocialFace link={link} />
      <div className="social-actions">
        <ActiveSwitch link={link} />
        <button
          type="button"
          className="icon-button icon-danger"
          aria-label={`Delete ${platform}`}
          data-tooltip="Delete"
          onClick={remove}
        >
          <IconTrash size={18} aria-hidden="true" />
        </button>
      </div>
    </li>
  );
}

/** While a switch is on its way to the server it stands where it was put; when that fails, it goes back. */
function ActiveSwitch({ link: { id, platform, isActive } }: { link: SocialLink }) {
  const change = useSwitch();
  return (
    <span className="switch">
      <input
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox says itself whether it is checked
        role="switch"
        aria-label={`${platform} is active`}
        title="Active"
        checked={change.isPending ? change.variables.isActive : isActive}
        aria-busy={change.isPending}
        onChange={(event) => change.isPending || change.mutate({ id, isActive: event.currentTarget.checked })}
      />
    </span>
  );
}

function SocialFace({ link: { platform, url, isActive, displayOrder } }: { link: SocialLink }) {
  const Icon = socialIcon(platform);
  return (
    <>
      <span className="social-icon">
        <Icon size={20} stroke={1.6} aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="social-platform">{platform}</h3>
          <StateBadge isActive={isActive} />
          <span className="social-order">Order: {formatCount(displayOrder)}</span>
        </div>
        <a href={url} target="_blank" rel="noopener noreferrer" className="social-url">
          <span className="truncate">{url}</span>
          <IconExternalLink size={14} aria-hidden="true" className="flex-none" />
        </a>
      </div>
    </>
  );
}

/** A whole row to look at, with nothing in it to press. */
export function SocialRowShape({ link }: { link: SocialLink }) {
  return (
    <div className="social-row lifted-row" aria-hidden="true">
      <span className="icon-button">
        <IconGripVertical size={18} />
      </span>
      <SocialFace link={link} />
    </div>
  );
}
