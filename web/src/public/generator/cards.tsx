import { choiceAt, type FieldPath, type SetField } from "./fields";
import type { Form } from "./form";
import { ChoiceField, TextField } from "./form-fields";

interface CardField {
  path: FieldPath;
  label: string;
  /** Of a text; a choice has none. */
  placeholder?: string;
  /** Usually more than one line. */
  long?: boolean;
  /** The card's title already contains the label. */
  noLabel?: boolean;
}

/** The cards of the form, with their fields and the headings between these. */
const cards: { title: string; fields: (CardField | string)[] }[] = [
  { title: "Style", fields: [{ path: "style", label: "Style", noLabel: true }] },
  {
    title: "Shot",
    fields: [
      { path: "shot.composition", label: "Composition" },
      { path: "shot.camera_motion", label: "Camera Motion" },
      { path: "shot.frame_rate", label: "Frame Rate" },
    ],
  },
  {
    title: "Scene",
    fields: [
      { path: "scene.location", label: "Location", placeholder: "e.g. A rooftop garden in Lisbon" },
      { path: "scene.time_of_day", label: "Time of Day" },
      {
        path: "scene.environment",
        label: "Environment",
        placeholder: "e.g. Light fog, laundry moving in the wind, swifts overhead",
        long: true,
      },
    ],
  },
  {
    title: "Visual Details",
    fields: [
      {
        path: "visual_details.action",
        label: "Action",
        placeholder: "e.g. A woman waters her tomatoes and looks up at the sound of a plane",
        long: true,
      },
      {
        path: "visual_details.props",
        label: "Props",
        placeholder: "e.g. Dented watering can, straw hat, a radio",
        long: true,
      },
    ],
  },
  {
    title: "Cinematography",
    fields: [
      { path: "cinematography.lighting", label: "Lighting", placeholder: "e.g. Low sun from behind" },
      { path: "cinematography.tone", label: "Tone" },
    ],
  },
  {
    title: "Audio",
    fields: [
      "Dialogue",
      { path: "audio.dialogue.character", label: "Character", placeholder: "e.g. The gardener, in her sixties" },
      { path: "audio.dialogue.line", label: "Line", placeholder: "e.g. You are late again, little one.", long: true },
      "Music",
      {
        path: "audio.background_music",
        label: "Background Music",
        placeholder: "e.g. A guitar two houses away, swifts, distant traffic",
      },
      "Vocal Style",
      { path: "audio.vocal_style.voice_tone", label: "Voice Tone" },
      { path: "audio.vocal_style.delivery", label: "Delivery", placeholder: "e.g. Half to herself" },
      { path: "audio.vocal_style.flow", label: "Flow", placeholder: "e.g. Slow, with long pauses" },
      { path: "audio.vocal_style.phrasing", label: "Phrasing", placeholder: "e.g. Short, plain sentences" },
    ],
  },
  {
    title: "Color Palette",
    fields: [
      {
        path: "color_palette",
        label: "Color Palette",
        placeholder: "e.g. Terracotta, faded green, sky at noon",
        noLabel: true,
      },
    ],
  },
];

interface CardsProps {
  form: Form;
  set: SetField;
  /** True until the form can be filled in. */
  disabled: boolean;
}

/** The form's cards. */
export function Cards({ form, set, disabled }: CardsProps) {
  const input = ({ placeholder, ...field }: CardField) => {
    const { path } = field;
    const shared = { ...field, value: form[path], set };
    if (placeholder) return <TextField key={path} {...shared} placeholder={placeholder} />;
    const customPath = choiceAt(path)?.customPath;
    return <ChoiceField key={path} {...shared} customText={customPath && form[customPath]} />;
  };
  return cards.map(({ title, fields }) => (
    <fieldset key={title} disabled={disabled} className="prompt-card">
      <legend>
        <h2 className="prompt-title">{title}</h2>
      </legend>
      <div className="prompt-fields">
        {fields.map((field) => (typeof field === "string" ? <h3 key={field}>{field}</h3> : input(field)))}
      </div>
    </fieldset>
  ));
}
