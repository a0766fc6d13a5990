import type { ReactNode } from "react";
import type { FieldPath, SetField } from "./fields";
import type { Form } from "./form";
import { ChoiceField, TextField } from "./form-fields";

interface CardsProps {
  form: Form;
  set: SetField;
  /** True until the form can be filled in. */
  disabled: boolean;
}

/** The form's cards. */
export function Cards({ form, set, disabled }: CardsProps) {
  const at = (path: FieldPath) => ({ path, value: form[path], set });
  const card = (title: string, fields: ReactNode) => (
    <fieldset disabled={disabled} className="prompt-card">
      <legend>
        <h2 className="prompt-title">{title}</h2>
      </legend>
      <div className="prompt-fields">{fields}</div>
    </fieldset>
  );
  return (
    <>
      {card("Style", <ChoiceField {...at("style")} label="Style" noLabel />)}
      {card(
        "Shot",
        <>
          <ChoiceField {...at("shot.composition")} customText={form["shot.custom_composition"]} label="Composition" />
          <ChoiceField
            {...at("shot.camera_motion")}
            customText={form["shot.custom_camera_motion"]}
            label="Camera Motion"
          />
          <ChoiceField {...at("shot.frame_rate")} customText={form["shot.custom_frame_rate"]} label="Frame Rate" />
        </>,
      )}
      {card(
        "Scene",
        <>
          <TextField {...at("scene.location")} label="Location" placeholder="e.g. A rooftop garden in Lisbon" />
          <ChoiceField {...at("scene.time_of_day")} label="Time of Day" />
          <TextField
            {...at("scene.environment")}
            long
            label="Environment"
            placeholder="e.g. Light fog, laundry moving in the wind, swifts overhead"
          />
        </>,
      )}
      {card(
        "Visual Details",
        <>
          <TextField
            {...at("visual_details.action")}
            long
            label="Action"
            placeholder="e.g. A woman waters her tomatoes and looks up at the sound of a plane"
          />
          <TextField
            {...at("visual_details.props")}
            long
            label="Props"
            placeholder="e.g. Dented watering can, straw hat, a radio"
          />
        </>,
      )}
      {card(
        "Cinematography",
        <>
          <TextField {...at("cinematography.lighting")} label="Lighting" placeholder="e.g. Low sun from behind" />
          <ChoiceField {...at("cinematography.tone")} customText={form["cinematography.custom_tone"]} label="Tone" />
        </>,
      )}
      {card("Audio", <AudioFields at={at} form={form} />)}
      {card(
        "Color Palette",
        <TextField
          {...at("color_palette")}
          label="Color Palette"
          noLabel
          placeholder="e.g. Terracotta, faded green, sky at noon"
        />,
      )}
    </>
  );
}

interface AudioFieldsProps {
  form: Form;
  at: (path: FieldPath) => { path: FieldPath; value: string; set: SetField };
}

function AudioFields({ form, at }: AudioFieldsProps) {
  return (
    <>
      <Part>Dialogue</Part>
      <TextField
        {...at("audio.dialogue.character")}
        label="Character"
        placeholder="e.g. The gardener, in her sixties"
      />
      <TextField {...at("audio.dialogue.line")} long label="Line" placeholder="e.g. You are late again, little one." />
      <Part>Music</Part>
      <TextField
        {...at("audio.background_music")}
        label="Background Music"
        placeholder="e.g. A guitar two houses away, swifts, distant traffic"
      />
      <Part>Vocal Style</Part>
      <ChoiceField
        {...at("audio.vocal_style.voice_tone")}
        customText={form["audio.vocal_style.custom_voice_tone"]}
        label="Voice Tone"
      />
      <TextField {...at("audio.vocal_style.delivery")} label="Delivery" placeholder="e.g. Half to herself" />
      <TextField {...at("audio.vocal_style.flow")} label="Flow" placeholder="e.g. Slow, with long pauses" />
      <TextField {...at("audio.vocal_style.phrasing")} label="Phrasing" placeholder="e.g. Short, plain sentences" />
    </>
  );
}

const Part = ({ children }: { children: string }) => <h3>{children}</h3>;
