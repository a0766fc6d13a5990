import { type Preset, presets } from "./presets";

/** Example prompts to start from. */
export function PresetsRow({ disabled, onChoose }: { disabled: boolean; onChoose: (preset: Preset) => void }) {
  return (
    <section aria-labelledby="presets-title" className="mt-8">
      <h2 id="presets-title" className="text-[0.8125rem] text-dim">
        Start from an example
      </h2>
      <ul className="presets">
        {presets.map((preset) => (
          <li key={preset.name} className="grid">
            <button
              type="button"
              disabled={disabled}
              className="flex cursor-pointer flex-col gap-0.5 rounded-xl border border-hairline bg-raised px-4 py-3 text-left transition-colors hover:border-line-strong"
              onClick={() => onChoose(preset)}
            >
              <span className="text-sm/normal font-[550]">{preset.name}</span>{" "}
              <span className="text-[0.8125rem] leading-[1.4] text-muted">{preset.about}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
