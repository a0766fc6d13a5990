import { socialIcon } from "../../../kit/social-icons";
import { type Platform, platforms } from "./platforms";

interface PlatformGridProps {
  /** The form's current platform name. */
  chosen: string;
  choose: (platform: Platform) => void;
}

/** The platforms to choose from. */
export function PlatformGrid({ chosen, choose }: PlatformGridProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields
    <div role="group" aria-label="Quick select" className="grid grid-cols-3 gap-1.5 sm:grid-cols-5">
      {platforms.map((platform) => {
        const Icon = socialIcon(platform.name);
        return (
          <button
            key={platform.name}
            type="button"
            className="grid min-h-15 place-items-center gap-1 rounded-lg border border-hairline px-1 py-2 text-[0.75rem] text-muted hover:border-line hover:text-text aria-pressed:border-text aria-pressed:bg-raised-2 aria-pressed:text-text"
            aria-pressed={chosen.trim().toLowerCase() === platform.name.toLowerCase()}
            onClick={() => choose(platform)}
          >
            <Icon size={20} stroke={1.6} aria-hidden="true" />
            {platform.name}
          </button>
        );
      })}
    </div>
  );
}
