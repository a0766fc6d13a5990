import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ChoiceField, choiceAt, custom, type FieldPath, fieldPaths, optionsOf } from "./fields";
import { emptyForm, type Form, formWith, withField } from "./form";
import { findOptions } from "./form-fields";
import { linesOf } from "./output";
import { presets } from "./presets";
import { formOfHash, hashOf, jsonOf, maxHashLength, type Prompt, promptOf, readPrompt } from "./prompt";

const nasty = fc.constantFrom(
  "</script>",
  "__proto__",
  "constructor",
  "<!--",
  "\\",
  '"',
  "\u2028",
  "\ud800",
  "\0",
  "😀",
);
const text = fc.oneof(
  { weight: 3, arbitrary: fc.constant("") },
  { weight: 4, arbitrary: fc.string({ maxLength: 12 }) },
  fc.string({ unit: "binary", maxLength: 8 }),
  fc.constantFrom(" ", "\n\t", "none", "null", "{}", "Custom"),
  nasty,
);

/** A random change of a field: an option of its list, or any text. */
const change = fc.oneof(
  ...fieldPaths.map((path) => {
    const field = choiceAt(path);
    const options = field ? ["", custom, ...optionsOf(field).map(({ value }) => value)] : [];
    const choosable = options.filter((value) => value !== custom || field?.customPath);
    return (field ? fc.constantFrom(...choosable) : text).map((value) => [path, value] as const);
  }),
);

/** A form after random changes. */
const form = fc
  .array(change, { maxLength: 16 })
  .map((changes) => changes.reduce((form, [path, value]) => withField(form, path, value), emptyForm));

/** Returns every text and every object of a prompt. */
function everyPart(prompt: Prompt): (string | Prompt)[] {
  return Object.values(prompt).flatMap((part) => (typeof part === "string" ? [part] : [part, ...everyPart(part)]));
}

/** Returns the form without whitespace-only fields and without custom text next to another option. */
const filledIn = (form: Form): Form => {
  const filled: Partial<Record<FieldPath, string>> = {};
  for (const path of fieldPaths) if (form[path].trim() !== "") filled[path] = form[path];
  for (const path of fieldPaths) {
    const customPath = choiceAt(path)?.customPath;
    if (customPath && filled[path] !== custom) delete filled[customPath];
  }
  return formWith(filled);
};

/** A text after encoding for a URL, which cannot contain lone surrogates. */
const sent = (text: string) => new TextDecoder().decode(new TextEncoder().encode(text));
const wellFormed = (form: Form) =>
  formWith(Object.fromEntries(fieldPaths.map((path) => [path, sent(form[path])])) as Form);

describe("the prompt of a form", () => {
  it("has no empty value or object, is valid JSON, and can be read back into the form", () => {
    const property = fc.property(form, (form) => {
      const prompt = promptOf(form);
      for (const part of everyPart(prompt)) {
        if (typeof part === "string" ? part.trim() === "" : Object.keys(part).length === 0) throw new Error("empty");
      }
      const json = jsonOf(form);
      if (JSON.stringify(JSON.parse(json), null, 2) !== json) throw new Error("not the same JSON");
      const read = readPrompt(json);
      const wanted = filledIn(form);
      for (const path of fieldPaths) if (read.form?.[path] !== wanted[path]) throw new Error(`another ${path}`);
    });
    fc.assert(property);
  });

  it("is {} for an empty form", () => {
    expect(jsonOf(emptyForm)).toBe("{}");
    expect(jsonOf(formWith({ "scene.location": " \n", "shot.custom_composition": "unseen" }))).toBe("{}");
  });

  it("has every key of the contract, in its order", () => {
    const full = formWith(Object.fromEntries(fieldPaths.map((path) => [path, choiceAt(path) ? custom : "x"])) as Form);
    expect(
      JSON.stringify(promptOf(full), (_, value) => (typeof value === "string" ? 1 : value)).replaceAll(":1", ""),
    ).toBe(
      '{"style","shot":{"composition","custom_composition","camera_motion","custom_camera_motion","frame_rate",' +
        '"custom_frame_rate"},"scene":{"location","time_of_day","environment"},"visual_details":{"action","props"},' +
        '"cinematography":{"lighting","tone","custom_tone"},"audio":{"dialogue":{"character","line"},' +
        '"background_music","vocal_style":{"voice_tone","custom_voice_tone","delivery","flow","phrasing"}},' +
        '"color_palette"}',
    );
  });

  it("keeps hostile text as text, also a million characters of it", () => {
    const long = "é</script>".repeat(100_000);
    for (const hostile of ["</script>", "__proto__", long]) {
      const filled = formWith({ "scene.location": hostile, "audio.dialogue.line": hostile });
      const parsed = JSON.parse(jsonOf(filled));
      expect(parsed).toEqual({ scene: { location: hostile }, audio: { dialogue: { line: hostile } } });
      expect(readPrompt(jsonOf(filled)).form).toEqual(filled);
    }
  });

  it("is split into parts that together are the JSON", () => {
    const property = fc.property(form, (form) => {
      const lines = linesOf(jsonOf(form));
      const joined = lines.map(({ indent, name, colon, text, rest }) => indent + name + colon + text + rest);
      expect(joined.join("\n")).toBe(jsonOf(form));
      for (const { name, text } of lines) for (const part of [name, text]) if (part) JSON.parse(part);
    });
    fc.assert(property);
  });
});

describe("choosing an option", () => {
  const chosen = formWith({ "shot.composition": custom, "shot.custom_composition": "Through a keyhole" });

  it("other than Custom clears the custom text", () => {
    expect(withField(chosen, "shot.composition", "Wide Shot")).toEqual(formWith({ "shot.composition": "Wide Shot" }));
    expect(withField(chosen, "shot.composition", "")).toEqual(emptyForm);
    expect(withField(chosen, "shot.composition", custom)).toEqual(chosen);
  });

  it("keeps the custom text of other lists", () => {
    expect(withField(chosen, "shot.camera_motion", "Orbit")["shot.custom_composition"]).toBe("Through a keyhole");
  });
});

describe("a form in the URL", () => {
  it("is read back from there, or is too long for it", () => {
    const property = fc.property(form, (form) => {
      const hash = hashOf(form);
      if (hash === null) return;
      expect(hash).toMatch(/^(#[\w.=&%!'()*~-]+&end)?$/);
      expect(formOfHash(hash)).toEqual(wellFormed(filledIn(form)));
    });
    fc.assert(property);
  });

  it("is readable for people", () => {
    expect(hashOf(formWith({ style: "lego", "shot.composition": "Wide Shot" }))).toBe(
      "#style=lego&shot.composition=Wide%20Shot&end",
    );
  });

  it("has a maximum length", () => {
    const lengthLeft = maxHashLength - "#scene.location=&end".length;
    const fitting = formWith({ "scene.location": "x".repeat(lengthLeft) });
    expect(hashOf(fitting)).toHaveLength(maxHashLength);
    expect(formOfHash(hashOf(fitting) ?? "")).toEqual(fitting);
    expect(hashOf(formWith({ "scene.location": "x".repeat(lengthLeft + 1) }))).toBeNull();
    expect(hashOf(formWith({ "scene.location": "é".repeat(lengthLeft / 2) }))).toBeNull();
    expect(formOfHash(`#scene.location=${"x".repeat(lengthLeft + 1)}&end`)).toBeNull();
  });

  it.each([
    ["cut short", "#style=lego&scene.location=Lis"],
    ["cut in a character", "#scene.location=%C3&end"],
    ["with a percent sign alone", "#scene.location=100%&end"],
    ["with an unknown field", "#style=lego&zoom=3&end"],
    ["with a field twice", "#style=lego&style=anime&end"],
    ["with an empty field", "#style=&end"],
    ["with a field without a value", "#style&end"],
    ["with an unknown option", "#style=oil&end"],
    ["with an option in upper case", "#style=LEGO&end"],
    ["with Custom in a list without it", "#style=Custom&end"],
    ["with custom text next to another option", "#shot.composition=Wide%20Shot&shot.custom_composition=x&end"],
    ["with custom text alone", "#shot.custom_composition=x&end"],
    ["with the name of an object property", "#__proto__=x&end"],
    ["with another such name", "#constructor=x&end"],
    ["of something else", "#/!?x"],
    ["with nothing in it", "#&end"],
  ])("is detected as damaged: %s", (_, hash) => {
    expect(formOfHash(hash)).toBeNull();
  });

  it("is detected as damaged when its end is cut off", () => {
    const whole = hashOf(formWith({ style: "lego", "scene.location": "Lisboa, à noite" })) ?? "";
    for (let length = 2; length < whole.length; length++) expect(formOfHash(whole.slice(0, length))).toBeNull();
  });

  it("is empty for an empty form", () => {
    expect([hashOf(emptyForm), formOfHash(""), formOfHash("#")]).toEqual(["", emptyForm, emptyForm]);
  });
});

const read = (value: unknown) => readPrompt(JSON.stringify(value));

describe("reading JSON", () => {
  it("fills the form, except for empty texts", () => {
    const prompt = { style: "lego", shot: { composition: null, frame_rate: "" }, audio: {}, color_palette: " blue" };
    expect(read(prompt)).toEqual({ form: formWith({ style: "lego", color_palette: " blue" }), adopted: 0 });
    expect(read({})).toEqual({ form: emptyForm, adopted: 0 });
  });

  it("finds options in upper and lower case", () => {
    const { form } = read({ style: "Realistic", shot: { composition: " close-up ", frame_rate: "24FPS" } });
    expect(form).toEqual(formWith({ style: "realistic", "shot.composition": "Close-up", "shot.frame_rate": "24fps" }));
  });

  it("stores values that are in no list as custom text, and counts them", () => {
    const { form, adopted } = read({
      shot: { composition: "Through a keyhole", frame_rate: "7fps" },
      cinematography: { custom_tone: "Like a fable" },
    });
    expect(form).toEqual(
      formWith({
        "shot.composition": "Custom",
        "shot.custom_composition": "Through a keyhole",
        "shot.frame_rate": "Custom",
        "shot.custom_frame_rate": "7fps",
        "cinematography.tone": "Custom",
        "cinematography.custom_tone": "Like a fable",
      }),
    );
    expect(adopted).toBe(2);
  });

  it.each([
    ["nothing", "  ", "Nothing to load: paste a prompt's JSON, or choose a file."],
    ["a text", '"lego"', "The JSON must be an object, as this page writes it: { … }."],
    ["a list", "[]", "The JSON must be an object, as this page writes it: { … }."],
    ["null", "null", "The JSON must be an object, as this page writes it: { … }."],
    ["an unknown key", '{"zoom":3}', "“zoom” is not part of a prompt."],
    ["an unknown key inside", '{"shot":{"zoom":3}}', "“shot.zoom” is not part of a prompt."],
    ["a key that names a path", '{"shot.composition":"x"}', "“shot.composition” is not part of a prompt."],
    ["a key that objects have", '{"__proto__":{"style":"lego"}}', "“__proto__” is not part of a prompt."],
    ["a number for a text", '{"style":3}', "“style” must be a text in quotation marks."],
    ["a text for an object", '{"shot":"x"}', "“shot” must be an object: { … }."],
    ["a list for an object", '{"shot":[]}', "“shot” must be an object: { … }."],
    [
      "an option that there is not",
      '{"style":"oil"}',
      "“style” must be one of realistic, animation, anime, claymation or lego.",
    ],
    [
      "own words beside an option",
      '{"shot":{"composition":"Single","custom_composition":"x"}}',
      '“shot.custom_composition” goes only with “shot.composition”: "Custom".',
    ],
  ])("rejects JSON that is %s, with a sentence", (_, json, fault) => {
    expect(readPrompt(json)).toEqual({ faults: [fault] });
  });

  it("rejects invalid JSON with the position of the error", () => {
    expect(readPrompt('{\n  "style": lego\n}').faults?.[0]).toMatch(
      /^This is not valid JSON: error at line 2, column 1\d\.$/,
    );
    expect(readPrompt('{"style": "lego"').faults?.[0]).toMatch(/^This is not valid JSON/);
  });

  it("lists only the first few errors", () => {
    const faults = read(Object.fromEntries([..."abcdefgh"].map((key) => [key, 1]))).faults;
    expect(faults).toHaveLength(6);
    expect(faults?.at(-1)).toBe("And 3 more like these.");
  });

  it("reads or rejects JSON of any depth or length without crashing", () => {
    expect(readPrompt("[".repeat(100_000)).faults).toHaveLength(1);
    expect(readPrompt(`{"shot":${'{"shot":'.repeat(5000)}1${"}".repeat(5000)}}`).faults).toEqual([
      "“shot.shot” is not part of a prompt.",
    ]);
    expect(readPrompt(" ".repeat(40 * 1024 * 1024).concat("{}")).faults).toEqual(["This is larger than 32 MB."]);
    expect(({} as { style?: string }).style).toBeUndefined();
  });
});

const lists = fieldPaths.flatMap((path) => choiceAt(path) ?? []);
const values = (list: ChoiceField) => optionsOf(list).map(({ value }) => value);
const valuesAt = (path: FieldPath) => lists.filter((list) => list.path === path).flatMap(values);

describe("the options", () => {
  it("are those of the contract", () => {
    expect(valuesAt("style")).toEqual(["realistic", "animation", "anime", "claymation", "lego"]);
    expect(valuesAt("scene.time_of_day").join(", ")).toBe(
      "Dawn, Morning, Midday, Afternoon, Golden hour, Sunset, Dusk, Night, Midnight",
    );
    expect(lists.map((list) => values(list).length)).toEqual([5, 33, 60, 46, 9, 50, 50]);
    expect(valuesAt("shot.composition")).toEqual(
      expect.arrayContaining(["Wide Shot", "Close-up", "Over-the-Shoulder", "Dutch Angle", "Aerial Shot"]),
    );
    expect(valuesAt("shot.camera_motion")).toEqual(
      expect.arrayContaining(["Pan Left", "Dolly In", "Orbit", "Crash Zoom"]),
    );
    expect(valuesAt("cinematography.tone")).toEqual(
      expect.arrayContaining(["Dreamlike", "Dramatic", "Gritty", "Epic"]),
    );
    expect(valuesAt("audio.vocal_style.voice_tone")).toEqual(
      expect.arrayContaining(["Ethereal", "Commanding", "Robotic", "Sultry"]),
    );
    expect(valuesAt("shot.frame_rate")).toEqual(
      expect.arrayContaining([
        ...["12", "23.976", "24", "25", "29.97", "30", "60", "120", "1000"].map((rate) => `${rate}fps`),
        ...["Variable", "Ramped", "Time Lapse", "Bullet Time", "Super 8", "VR 90fps"],
      ]),
    );
  });

  it.each(lists)("of $path are unique and explained in a sentence", (list) => {
    const all = values(list);
    expect(new Set(all.map((value) => value.toLowerCase())).size).toBe(all.length);
    for (const { meaning } of optionsOf(list)) expect(meaning).toMatch(/^\p{Lu}.{8,79}[.]$/u);
  });

  it("of the frame rate are in order", () => {
    const rates = valuesAt("shot.frame_rate").filter((value) => /^[\d.]+fps$/.test(value));
    expect(rates.map(Number.parseFloat)).toEqual(rates.map(Number.parseFloat).toSorted((a, b) => a - b));
  });

  it("include Custom for composition, camera motion, frame rate, tone and voice tone only", () => {
    expect(fieldPaths.filter((path) => choiceAt(path)?.customPath)).toEqual([
      "shot.composition",
      "shot.camera_motion",
      "shot.frame_rate",
      "cinematography.tone",
      "audio.vocal_style.voice_tone",
    ]);
  });
});

describe("a search in a list", () => {
  const search = (text: string, path: "style" | "shot.camera_motion" | "shot.composition" = "shot.camera_motion") =>
    findOptions(choiceAt(path) ?? { path, groups: [] }, text).map(({ label }) => label);

  it("shows all options for an empty text: None first, Custom last", () => {
    const all = search("");
    expect([all[0], all.at(-1), all.length]).toEqual(["None", "Custom", 62]);
    expect(search("", "style")).toHaveLength(6);
  });

  it("ranks the whole name first, then starts of names, then parts of names, then meanings", () => {
    expect(search("orbit")).toEqual(["Orbit", "Half Orbit", "Frozen Orbit"]);
    expect(search("zoom").slice(0, 5)).toEqual(["Zoom In", "Zoom Out", "Dolly Zoom", "Slow Zoom", "Crash Zoom"]);
    expect(search("wires", "style")).toEqual([]);
    expect(search("canyon")).toEqual(["Cable Cam", "Custom: “canyon”"]);
  });

  it.each(fieldPaths.flatMap((path) => choiceAt(path) ?? []))(
    "of $path finds every option by its name, which the JSON contains",
    (list) => {
      for (const { value } of optionsOf(list)) {
        expect(findOptions(list, value)[0]).toMatchObject({ value });
        expect(readPrompt(jsonOf(formWith({ [list.path]: value }))).form).toMatchObject({ [list.path]: value });
      }
    },
  );

  it("ignores case, accents and hyphens", () => {
    expect(search("  CLOSE up ", "shot.composition")[0]).toBe("Close-up");
    expect(search("worms eye", "shot.composition")[0]).toBe("Worm's-Eye View");
  });

  it("offers the typed text as custom text if the list has Custom", () => {
    const [own] = findOptions(choiceAt("shot.camera_motion") ?? { path: "style", groups: [] }, " Swings on a rope ");
    expect(own).toMatchObject({ value: "Custom", customText: "Swings on a rope" });
  });
});

describe("the presets", () => {
  it.each(presets)("contain a form that could have been filled in: $name", ({ form }) => {
    expect(readPrompt(jsonOf(form))).toEqual({ form, adopted: 0 });
    expect(form).toEqual(formWith(form));
  });
});
