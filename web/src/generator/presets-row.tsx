import { type Preset, presets } from "./presets";

/** Prompts of our own to start from. */
export function PresetsRow({ disabled, onChoose }: { disabled: boolean; onChoose: (preset: Preset) => void }) {
  return (
    <section aria-labelledby="presets-title" className="presets">
      <h2 id="presets-title">Start from an example</h2>
      <ul>
        {presets.map((preset) => (
          <li key={preset.name}>
            <button type="button" disabled={disabled} className="preset" onClick={() => onChoose(preset)}>
              <span className="preset-name">{preset.name}</span> <span className="preset-about">{preset.about}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
