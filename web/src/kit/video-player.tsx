import { IconVideoOff } from "@tabler/icons-react";
import { type ComponentProps, useEffect, useRef } from "react";

interface VideoPlayerProps extends Pick<ComponentProps<"iframe">, "width" | "height"> {
  src: string;
  title: string;
  /** Takes the focus on mount: it replaces the button that opened it. */
  autoFocus?: boolean;
}

/**
 * A video player with only the permissions that playback needs: it may not navigate this page. It sends the site's
 * origin as referrer, not the page's URL, because some hosts refuse to play without one.
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

/** Shown instead of a video if its URL has no player. */
export function VideoError() {
  return (
    <div className="video-frame aspect-auto min-h-48 border-dashed">
      <IconVideoOff size={28} aria-hidden="true" className="text-dim" />
      <p className="mt-3 font-medium">Unable to load video</p>
      <p className="mt-1 text-sm text-muted">Please check the video URL format</p>
    </div>
  );
}
