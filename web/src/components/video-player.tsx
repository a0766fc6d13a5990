import "./video-player.css";
import { IconVideoOff } from "@tabler/icons-react";
import { type ComponentProps, useEffect, useRef } from "react";

interface VideoPlayerProps extends Pick<ComponentProps<"iframe">, "width" | "height"> {
  src: string;
  title: string;
  /** Takes the focus when it comes: it stands where the button was that called it. */
  autoFocus?: boolean;
}

/**
 * The player, with the rights that playing takes and no more: it may not lead this page elsewhere. Its host hears the
 * site's name and not the page's, without which some refuse to play.
 */
export function VideoPlayer({ title, autoFocus = false, ...props }: VideoPlayerProps) {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    if (autoFocus) frame.current?.focus();
  }, [autoFocus]);
  return (
    <iframe
      ref={frame}
      {...props}
      title={title}
      className="video-frame"
      loading="lazy"
      referrerPolicy="strict-origin-when-cross-origin"
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
      allow="fullscreen; encrypted-media; picture-in-picture"
    />
  );
}

/** What stands in a video's place when no player can be made of its address. */
export function VideoError() {
  return (
    <div className="video-frame aspect-auto min-h-48 border-dashed">
      <IconVideoOff size={28} aria-hidden="true" className="text-dim" />
      <p className="mt-3 font-medium">Unable to load video</p>
      <p className="mt-1 text-sm text-muted">Please check the video URL format</p>
    </div>
  );
}
