import type { Theme, ThemePreset } from "../../../api/site-settings";
import { schemesOf } from "./theme-fields";

interface PresetChoiceProps {
  presets: ThemePreset[];
  chosen: Theme;
  choose: (theme: Theme) => void;
}

/** The presets, each in its colours. */
export function PresetChoice({ presets, chosen, choose }: PresetChoiceProps) {
  return (
    <ul aria-label="Presets" className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-4">
      {presets.map(({ name, theme }) => (
        <li key={name}>
          <button
            type="button"
            aria-pressed={isSame(theme, chosen)}
            className="w-full rounded-field border border-line p-2 text-left font-medium text-[0.8125rem] hover:border-line-strong aria-pressed:border-text aria-pressed:bg-raised-2"
            onClick={() => choose(theme)}
          >
            <Swatch theme={theme} />
            {name}
          </button>
        </li>
      ))}
    </ul>
  );
}

const isSame = (a: Theme, b: Theme) => Object.entries(a).every(([name, value]) => b[name as keyof Theme] === value);

/** The colours that visitors would see: background, surface, text and accent. */
function Swatch({ theme }: { theme: Theme }) {
  const scheme = schemesOf(theme.scheme).at(-1) ?? "dark";
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 120 56"
      preserveAspectRatio="xMidYMid slice"
      className="mb-2 h-14 w-full rounded-md border border-hairline"
    >
      <rect width="100%" height="100%" fill={theme[`${scheme}Background`]} />
      <rect x="12" y="12" width="44" height="32" rx="4" fill={theme[`${scheme}Surface`]} />
      <circle cx="76" cy="28" r="8" fill={theme[`${scheme}Text`]} />
      <circle cx="100" cy="28" r="8" fill={theme[`${scheme}Accent`]} />
    </svg>
  );
}
