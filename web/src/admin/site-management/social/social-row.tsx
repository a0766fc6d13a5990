import { useDraggable } from "@dnd-kit/core";
import { IconExternalLink, IconGripVertical, IconTrash } from "@tabler/icons-react";
import type { SocialLink } from "../../../api/social-media";
import { StateBadge } from "../../../kit/admin/card";
import { Handle } from "../../../kit/admin/handle";
import { IconButton, iconButtonStyle } from "../../../kit/admin/icon-button";
import type { Reordering } from "../../../kit/admin/use-reorder";
import { formatCount } from "../../../kit/count";
import { socialIcon } from "../../../kit/social-icons";
import { useSwitch } from "./use-links";

interface SocialRowProps {
  link: SocialLink;
  position: number;
  reordering: Pick<Reordering, "drag" | "pickUp" | "dragTo" | "drop" | "cancel">;
  remove: () => void;
}

export const socialRow = "flex min-h-18 flex-wrap items-center gap-x-3 gap-y-1 py-3 pr-3 pl-1 sm:flex-nowrap";

/** A social link with its status and actions. */
export function SocialRow({ link, position, reordering, remove }: SocialRowProps) {
  const { id, platform } = link;
  const { drag, ...actions } = reordering;
  const draggedBy = drag?.id === id ? drag.by : undefined;
  const { setNodeRef, listeners } = useDraggable({ id });
  return (
    <li
      ref={setNodeRef}
      className={`${socialRow} bg-raised data-[dragged=keys]:bg-raised-2 data-[dragged=keys]:outline-1 data-[dragged=keys]:outline-brass data-[dragged=keys]:-outline-offset-1 data-[dragged=pointer]:*:invisible`}
      data-dragged={draggedBy}
    >
      <Handle id={id} name={platform} position={position} draggedBy={draggedBy} listeners={listeners} {...actions} />
      <SocialFace link={link} />
      <div className="flex flex-[1_0_100%] items-center justify-end gap-2 sm:flex-none">
        <ActiveSwitch link={link} />
        <IconButton label={`Delete ${platform}`} tooltip="Delete" Icon={IconTrash} tone="danger" onClick={remove} />
      </div>
    </li>
  );
}

/** The switch shows its new state while it is being saved, and goes back if that fails. */
function ActiveSwitch({ link: { id, platform, isActive } }: { link: SocialLink }) {
  const change = useSwitch();
  return (
    <span className="switch py-0">
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
      <span className="grid size-9 flex-none place-items-center rounded-lg bg-raised-2 text-muted">
        <Icon size={20} stroke={1.6} aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="text-[0.9375rem] font-[550] wrap-anywhere">{platform}</h3>
          <StateBadge isActive={isActive} />
          <span className="text-dim text-[0.8125rem] tabular-nums">Order: {formatCount(displayOrder)}</span>
        </div>
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex items-center gap-1.5 max-w-full min-h-7 rounded text-muted text-[0.8125rem] hover:text-text"
        >
          <span className="truncate">{url}</span>
          <IconExternalLink size={14} aria-hidden="true" className="flex-none" />
        </a>
      </div>
    </>
  );
}

/** A row without controls, shown while it is dragged. */
export function SocialRowShape({ link }: { link: SocialLink }) {
  return (
    <div className={`${socialRow} lifted-row`} aria-hidden="true">
      <span className={iconButtonStyle()}>
        <IconGripVertical size={18} />
      </span>
      <SocialFace link={link} />
    </div>
  );
}
