import { socialIcon } from "../../../components/social-icons";
import { type Platform, platforms } from "./platforms";

interface PlatformGridProps {
  /** The name in the form as it is now. */
  chosen: string;
  choose: (platform: Platform) => void;
}

/** The platforms that are chosen with one press. */
export function PlatformGrid({ chosen, choose }: PlatformGridProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields
    <div role="group" aria-label="Quick select" className="platform-grid">
      {platforms.map((platform) => {
        const Icon = socialIcon(platform.name);
        return (
          <button
            key={platform.name}
            type="button"
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
