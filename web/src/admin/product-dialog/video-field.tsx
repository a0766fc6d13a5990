import { useState } from "react";
import { TextField } from "../../kit/admin/editor";
import { useDebounced } from "../../kit/admin/use-debounced";
import { Field } from "../../kit/field";
import { type VideoHost, videoEmbed, videoHost, videoHosts } from "../../kit/video-embed";
import { VideoError, VideoPlayer } from "../../kit/video-player";
import { useProductForm } from "./use-product-editor";

const hostNames: Record<VideoHost, string> = { youtube: "YouTube", vimeo: "Vimeo", wistia: "Wistia", custom: "Custom" };

/**
 * A video URL with a preview of its player. A provider chosen by hand only applies to the preview of this URL: it is
 * not saved, since the public page derives the provider from the URL.
 */
export function VideoField() {
  const { text } = useProductForm();
  const { value: link, ...field } = text("videoUrl");
  const [chosenHost, setChosenHost] = useState<{ host: VideoHost; link: string }>();
  const detected = videoHost(link);
  const chosen = chosenHost?.link === link ? chosenHost.host : detected;
  return (
    <div>
      <div className="md:grid md:grid-cols-[minmax(0,1fr)_11rem] md:gap-4">
        <TextField {...field} value={link} label="Video URL" type="url" placeholder="https://" />
        <Field label="Video host" hint={link.trim() === "" ? undefined : hintOf(detected, chosen)} required>
          {({ "aria-required": _, ...wiring }) => (
            <select
              {...wiring}
              value={chosen}
              onChange={({ target }) => setChosenHost({ host: target.value as VideoHost, link })}
              className="input"
            >
              {videoHosts.map((host) => (
                <option key={host} value={host}>
                  {hostNames[host]}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      {link.trim() === "" ? null : <Preview link={link} host={chosen} />}
    </div>
  );
}

const hintOf = (detected: VideoHost, chosen: VideoHost) =>
  chosen === detected ? "Detected from the URL." : `Preview only. Visitors see ${hostNames[detected]}.`;

function Preview({ link, host }: { link: string; host: VideoHost }) {
  const settled = useDebounced(link);
  const embed = videoEmbed(settled, location.hostname, host);
  return (
    <div className="mt-1 max-w-140 *:aspect-[560/315] *:h-auto *:min-h-0 *:rounded-field">
      {embed.kind === "none" ? <div className="video-frame" /> : null}
      {embed.kind === "error" ? <VideoError /> : null}
      {embed.kind === "link" ? (
        <p className="field-note">Visitors see a link to this video. Only https:// URLs can play on the page.</p>
      ) : null}
      {embed.kind === "player" ? (
        <VideoPlayer key={embed.src} src={embed.src} title="Video preview" width={560} height={315} />
      ) : null}
    </div>
  );
}
