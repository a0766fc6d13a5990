import { type Form, formWith } from "./form";

/** An example form. */
export interface Preset {
  name: string;
  /** What the prompt is for, in a few words. */
  about: string;
  form: Form;
}

const preset = (name: string, about: string, filled: Partial<Form>): Preset => ({
  name,
  about,
  form: formWith(filled),
});

export const presets: readonly Preset[] = [
  preset("Product in the light", "A slow turn round one object in a dark room", {
    style: "realistic",
    "shot.composition": "Macro Shot",
    "shot.camera_motion": "Half Orbit",
    "shot.frame_rate": "120fps",
    "scene.location": "A dark studio with a black stone plinth",
    "scene.environment": "Fine dust drifts through a single beam of light",
    "visual_details.action": "A wristwatch turns slowly; its second hand comes to rest at twelve",
    "visual_details.props": "Brushed steel watch, wet black stone, a folded grey cloth",
    "cinematography.lighting": "One narrow key light from above, faint rim light from behind",
    "cinematography.tone": "Minimalist",
    "audio.background_music": "A single low piano note that rings on, a clock's tick",
    color_palette: "Near-black, steel grey, one accent of brass",
  }),
  preset("Street conversation", "Two people, a line of dialogue, a wet evening", {
    style: "realistic",
    "shot.composition": "Over-the-Shoulder",
    "shot.camera_motion": "Handheld",
    "shot.frame_rate": "24fps",
    "scene.location": "Outside a corner bakery in Porto",
    "scene.time_of_day": "Dusk",
    "scene.environment": "Light rain, tram lights passing on wet tiles",
    "visual_details.action": "An old baker hands a paper bag to a courier and holds on to it for a moment",
    "visual_details.props": "Paper bag with steam rising from it, bicycle, striped awning",
    "cinematography.lighting": "Warm shop window against blue evening light",
    "cinematography.tone": "Tender",
    "audio.dialogue.character": "Baker, seventy, flour on his sleeves",
    "audio.dialogue.line": "Eat it while it is hot. The letters can wait.",
    "audio.background_music": "Distant accordion from an upstairs window",
    "audio.vocal_style.voice_tone": "Gravelly",
    "audio.vocal_style.delivery": "Half joking, then serious",
    "audio.vocal_style.flow": "Unhurried, with a pause after the first sentence",
    "audio.vocal_style.phrasing": "Short, plain sentences",
    color_palette: "Amber, wet slate, deep blue",
  }),
  preset("Over the mountains", "A flight at first light that reveals a valley", {
    style: "realistic",
    "shot.composition": "Aerial Shot",
    "shot.camera_motion": "Drone Reveal",
    "shot.frame_rate": "60fps",
    "scene.location": "A high ridge above a valley filled with fog",
    "scene.time_of_day": "Golden hour",
    "scene.environment": "Snow blown off the ridge, a lone cabin with smoke from its chimney",
    "visual_details.action": "The camera rises over the ridge; the valley opens and a flock of birds crosses it",
    "cinematography.lighting": "Low sun from the side, long blue shadows on the snow",
    "cinematography.tone": "Majestic",
    "audio.background_music": "Strings that swell as the valley opens, wind",
    color_palette: "Gold, ice blue, slate",
  }),
  preset("Clay kitchen", "A small comedy by hand, frame after frame", {
    style: "claymation",
    "shot.composition": "Medium Shot",
    "shot.camera_motion": "Crash Zoom",
    "shot.frame_rate": "Animated on Twos",
    "scene.location": "A tiny farmhouse kitchen",
    "scene.time_of_day": "Morning",
    "visual_details.action": "A clay hedgehog tosses a pancake; it sticks to the ceiling and slowly lets go",
    "visual_details.props": "Cast-iron pan, enamel kettle, checked curtains",
    "cinematography.lighting": "Soft window light with visible fingerprints in the clay",
    "cinematography.tone": "Whimsical",
    "audio.dialogue.character": "Hedgehog in an apron",
    "audio.dialogue.line": "That was on purpose.",
    "audio.background_music": "Plucked ukulele and a toy glockenspiel",
    "audio.vocal_style.voice_tone": "Deadpan",
    color_palette: "Butter yellow, mint, terracotta",
  }),
  preset("Rooftop chase", "Anime in the rain, fast and loud", {
    style: "anime",
    "shot.composition": "Dutch Angle",
    "shot.camera_motion": "Custom",
    "shot.custom_camera_motion": "Runs alongside, drops under a pipe, then whips up to her face",
    "shot.frame_rate": "Ramped",
    "scene.location": "Rooftops of a crowded harbour city",
    "scene.time_of_day": "Night",
    "scene.environment": "Heavy rain, neon signs mirrored in puddles",
    "visual_details.action": "A courier in a red coat leaps between roofs while a drone's searchlight hunts her",
    "visual_details.props": "Red raincoat, message tube, antennas and water tanks",
    "cinematography.lighting": "Neon from below, hard white searchlight from above",
    "cinematography.tone": "Suspenseful",
    "audio.background_music": "Driving drums, distorted bass, rain",
    color_palette: "Crimson, cyan, wet black",
  }),
];
