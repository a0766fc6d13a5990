import { type ReactNode, useEffect, useRef, useState } from "react";
import { firstAttempt, type ImageAttempt, imageAttempts, initials } from "./images";

/** How long one URL of an image may take before the next is tried, in milliseconds. */
export const attemptTimeout = 3000;

interface ChainedImageProps {
  source: string;
  alt: string;
  /** The initials' text if no URL works. */
  fallback: string;
  className?: string;
  /** The displayed width, as in `<img sizes>`; with it an upload is loaded no larger than needed. */
  sizes?: string;
  /** Loads the image only when it is near the viewport. */
  lazy?: boolean;
}

/** An image that is tried at each of its URLs in turn, and replaced by initials if all fail. */
export function ChainedImage({ source, fallback, ...props }: ChainedImageProps) {
  const { alt, className } = props;
  const instead = <Initials text={initials(fallback, alt)} alt={alt} className={className} />;
  return <ImageAttempts {...firstAttempt(source, props.sizes)} {...props} instead={instead} />;
}

type ImageAttemptsProps = Omit<ChainedImageProps, "source" | "fallback"> &
  Partial<ImageAttempt> & {
    /** What is shown if no URL works. */
    instead: ReactNode;
  };

/** An image starting with its first attempt. */
export function ImageAttempts(props: ImageAttemptsProps) {
  return <Attempts key={props.src} {...props} />;
}

function Attempts({ alt, instead, className = "", sizes, lazy = false, ...first }: ImageAttemptsProps) {
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState(false);
  const image = useRef<HTMLImageElement>(null);
  const { src, srcSet }: Partial<ImageAttempt> =
    attempt === 0 ? first : (imageAttempts(first.src, sizes)[attempt] ?? {});

  useEffect(() => {
    const element = image.current;
    if (!element || src === undefined || loaded) return;
    const finish = () => setLoaded(true);
    const giveUp = (reason: string) => {
      const tried = srcSet ? `${src} or a thumbnail of it` : src;
      console.warn(`Image did not load (${reason}): ${tried.slice(0, 200)}`);
      setAttempt((before) => (before === attempt ? attempt + 1 : before));
    };
    return watch(element, finish, giveUp);
  }, [src, srcSet, attempt, loaded]);

  if (src === undefined) return instead;
  return (
    <img
      key={attempt}
      ref={image}
      sizes={srcSet && sizes}
      srcSet={srcSet}
      src={src}
      alt={alt}
      className={`chained-image ${className}`}
      data-loaded={loaded || undefined}
      loading={lazy ? "lazy" : undefined}
      decoding="async"
    />
  );
}

interface InitialsProps extends Pick<ChainedImageProps, "alt" | "className"> {
  text: string;
}

/** The placeholder of an image that could not be loaded. */
function Initials({ text, alt, className = "" }: InitialsProps) {
  return (
    <span {...pictureOf(alt)} className={`initials ${className}`}>
      {text}
    </span>
  );
}

/** The attributes of what stands for an image: one without an alternative text is decoration. */
export const pictureOf = (alt: string) =>
  alt === "" ? ({ "aria-hidden": true } as const) : ({ role: "img", "aria-label": alt } as const);

/**
 * Reports once whether an image loads. An image that finished before the scripts were loaded is checked directly. A
 * lazy image's timeout starts when it comes into view, as the browser may not have started loading it before.
 */
function watch(image: HTMLImageElement, finish: () => void, giveUp: (reason: string) => void): () => void {
  if (image.complete) {
    if (image.naturalWidth > 0) finish();
    else giveUp("error");
    return () => undefined;
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const startClock = () => {
    timer ??= setTimeout(() => giveUp(`no answer in ${attemptTimeout} ms`), attemptTimeout);
  };
  const onError = () => giveUp("error");
  image.addEventListener("load", finish);
  image.addEventListener("error", onError);
  const unwatch = image.loading === "lazy" ? whenSeen(image, startClock) : startClock();
  return () => {
    image.removeEventListener("load", finish);
    image.removeEventListener("error", onError);
    unwatch?.();
    clearTimeout(timer);
  };
}

function whenSeen(element: Element, seen: () => void): () => void {
  const observer = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) seen();
  });
  observer.observe(element);
  return () => observer.disconnect();
}
