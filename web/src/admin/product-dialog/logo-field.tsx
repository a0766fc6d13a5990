import "../../kit/tools/product-card.css";
import type { CSSProperties } from "react";
import { useDebounced } from "../../kit/admin/use-debounced";
import { Button } from "../../kit/button";
import { Field } from "../../kit/field";
import { lightOf } from "../../kit/tools/light";
import { ProductCard } from "../../kit/tools/product-card";
import { ProductLogo } from "../../kit/tools/product-logo";
import { UploadZone, useUpload } from "./upload-zone";
import { useProductForm } from "./use-product-editor";

/** The logo: uploaded, a URL, or none. The colour from an upload is removed with the logo. */
export function LogoField({ onBusy }: { onBusy: (isBusy: boolean) => void }) {
  const { values, errors, change } = useProductForm();
  const { name, logo, logoColor } = values;
  const shown = { name: name.trim() || unnamed, logo: useDebounced(logo), logoColor };
  const setLogo = (logo: string, logoColor = "") => change({ logo, logoColor });
  const { upload, cancel, progress, refusal } = useUpload({
    noun: "logo",
    done: "Logo Uploaded",
    productName: () => name.trim(),
    onBusy,
  });
  const onFiles = async ([file]: File[]) => {
    const uploaded = file && (await upload(file));
    if (uploaded) setLogo(uploaded.url, uploaded.logoColor);
  };
  return (
    <Field label="Logo" error={errors.logo} hint="Or an image URL.">
      {(wiring) => (
        <>
          <UploadZone
            label="Upload a logo"
            preview={
              <span style={{ "--light": lightOf(shown) } as CSSProperties}>
                <ProductLogo product={shown} size="detail" lazy={false} />
              </span>
            }
            progress={progress}
            refusal={refusal}
            onFiles={(files) => void onFiles(files)}
            cancel={cancel}
          >
            {logo === "" ? null : (
              <Button size="small" tone="bare" onClick={() => setLogo("")}>
                Remove logo
              </Button>
            )}
          </UploadZone>
          <input
            {...wiring}
            name="logo"
            value={logo}
            onChange={(event) => setLogo(event.currentTarget.value)}
            placeholder="https://"
            autoComplete="off"
            inputMode="url"
            className="input mt-2"
          />
        </>
      )}
    </Field>
  );
}

/** Shown until the tool has a name. */
const unnamed = "New tool";

/** The card as visitors will see it, not interactive. */
export function CardPreview() {
  const { values } = useProductForm();
  const logo = useDebounced(values.logo);
  const { name, type, section } = values;
  return (
    <div className="hidden md:mt-6 md:block md:border-hairline md:border-t md:pt-5" inert>
      <p className="mb-3 text-[0.8125rem] text-dim">On the home page</p>
      <ul>
        <ProductCard
          product={{
            ...values,
            id: 0,
            slug: "",
            name: name.trim() || unnamed,
            type: type || "Unknown",
            section: section || "Recommended AI Products",
            website: "",
            logo,
            isNew: false,
          }}
        />
      </ul>
    </div>
  );
}
