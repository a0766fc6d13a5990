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
    <span
      aria-hidden="true"
      className="mb-2 flex h-14 items-center gap-1.5 rounded-md border border-hairline px-2"
      style={{ background: theme[`${scheme}Background`] }}
    >
      <span className="h-8 flex-1 rounded-sm border border-hairline" style={{ background: theme[`${scheme}Surface`] }} />
      <span className="size-4 rounded-full" style={{ background: theme[`${scheme}Text`] }} />
      <span className="size-4 rounded-full" style={{ background: theme[`${scheme}Accent`] }} />
    </span>
  );
}
