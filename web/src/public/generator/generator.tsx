import "../../kit/field.css";
import "./generator.css";
import { IconFileImport, IconLink, IconTrash } from "@tabler/icons-react";
import { lazy, Suspense, useEffect, useMemo, useState } from "react";
import { Button } from "../../kit/button";
import { countOf } from "../../kit/count";
import { useHydrated } from "../../kit/hydrated";
import { loadToasts, toast } from "../../kit/toast";
import { Cards } from "./cards";
import { areEqual, emptyForm, type Form, usePromptForm } from "./form";
import { copyLink, Output } from "./output";
import { type Preset, presets } from "./presets";
import { hashOf } from "./prompt";

const importDialog = () => import("./load-dialog");

/** Excluded on the server, whose single script would otherwise include it. */
const LoadDialog = import.meta.env.SSR ? () => null : lazy(importDialog);

/** The VEO 3 prompt builder: a form and its JSON, made in the browser and never sent. */
export function Generator() {
  const { form, isBroken, set, replace, saveToUrl } = usePromptForm();
  const [isLoading, setLoading] = useState(false);
  const disabled = !useHydrated();
  const isEmpty = areEqual(form, emptyForm);
  const fits = useMemo(() => hashOf(form) !== null, [form]);
  useEffect(loadAhead, []);
  useOwnIcon();

  const replaceForm = (next: Form, title: string, description: string) => {
    replace(next);
    if (isEmpty) toast({ title, description });
    else toast({ title, description, action: { label: "Undo", press: () => replace(form) } });
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens for blur, to update the URL
    <div className="generator page-width pt-10" onBlur={saveToUrl}>
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-5">
        <div className="min-w-0">
          <h1 className="font-display text-4xl leading-tight sm:text-5xl">VEO 3 Script Generator</h1>
          <p className="mt-2 text-pretty text-muted">
            Create professional JSON prompts for Google's VEO 3 video-generation AI.
          </p>
        </div>
        <div className="prompt-actions flex flex-wrap gap-2">
          <Button disabled={disabled} onClick={() => setLoading(true)}>
            <IconFileImport size={16} aria-hidden="true" />
            Load JSON
          </Button>
          <Button disabled={disabled || isEmpty} onClick={() => copyLink(saveToUrl())}>
            <IconLink size={16} aria-hidden="true" />
            Share link
          </Button>
          <Button
            tone="bare"
            className="-mr-4"
            disabled={disabled || isEmpty}
            onClick={() => replaceForm(emptyForm, "Form cleared", "All fields are empty.")}
          >
            <IconTrash size={16} aria-hidden="true" />
            Clear
          </Button>
        </div>
      </div>
      <p className={`hidden border-line noscript:block ${notice}`}>
        The generator builds the JSON in your browser and needs JavaScript. Without it you only see its fields.
      </p>
      {isBroken ? (
        <p role="alert" className={`border-danger ${notice}`}>
          This link is incomplete or damaged, so the form is empty.
        </p>
      ) : null}
      <PresetsRow
        disabled={disabled}
        onChoose={(preset) => replaceForm(preset.form, "Example loaded", `“${preset.name}” loaded.`)}
      />
      <div className="prompt-columns mt-6">
        <div className="grid min-w-0 gap-4">
          <Cards form={form} set={set} disabled={disabled} />
        </div>
        <Output form={form} fits={fits} />
      </div>
      {isLoading ? (
        <Suspense>
          <LoadDialog
            onClose={() => setLoading(false)}
            onLoad={(next, adopted) => {
              setLoading(false);
              replaceForm(next, "Loaded", loadedWords(adopted));
            }}
          />
        </Suspense>
      ) : null}
    </div>
  );
}

const notice = "mt-6 rounded-xl border bg-raised px-4 py-3 text-sm/normal";

/** Loads the lazy parts with the page, so that nothing is requested while the user works. */
function loadAhead() {
  if (!import.meta.env.SSR) void Promise.allSettled([loadToasts(), importDialog()]);
}

const loadedWords = (adopted: number) =>
  adopted === 0
    ? "The form now matches the JSON."
    : `${countOf(adopted, "value")} in no list ${adopted === 1 ? "is" : "are"} now your own text.`;

/** Example prompts to start from. */
function PresetsRow({ disabled, onChoose }: { disabled: boolean; onChoose: (preset: Preset) => void }) {
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
              className="flex cursor-pointer flex-col gap-0.5 rounded-xl border border-hairline bg-raised px-4 py-3 text-left transition-colors hover:border-field"
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

/** The icon's size in pixels: that of a tab icon on a high-density screen. */
const side = 64;

/**
 * Inlines the site's icon as a data URI while the page is shown. Browsers request the icon again whenever the URL
 * changes, which happens here while typing; a data URI needs no request.
 */
function useOwnIcon() {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    if (!link) return;
    const { href, type } = link;
    const icon = new Image();
    icon.onload = () => {
      const drawn = draw(icon);
      if (drawn) Object.assign(link, { href: drawn, type: "image/png" });
    };
    icon.src = href;
    return () => {
      icon.onload = null;
      Object.assign(link, { href, type });
    };
  }, []);
}

/** Returns the image as a data URI, or undefined if the browser has no canvas. */
function draw(icon: HTMLImageElement): string | undefined {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = side;
  const context = canvas.getContext("2d");
  if (!context) return undefined;
  context.drawImage(icon, 0, 0, side, side);
  return canvas.toDataURL("image/png");
}
