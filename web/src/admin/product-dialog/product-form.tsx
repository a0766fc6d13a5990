import { type FormEvent, type KeyboardEvent, useRef, useState } from "react";
import type { ProductInput } from "../../api/admin-products";
import type { Product } from "../../api/products";
import { TextField } from "../../kit/admin/editor";
import { failedRemark } from "../../kit/admin/styles";
import { useUnsaved } from "../../kit/admin/unsaved";
import { Button } from "../../kit/button";
import { Choice } from "../../kit/choice";
import { countOf } from "../../kit/count";
import { CardPreview } from "./card-preview";
import { CategoryField } from "./category-field";
import { Conflict } from "./conflict";
import { Duplicates } from "./duplicates";
import { ProductFormProvider, useProductForm } from "./form-context";
import { bodyStyle, footerStyle, formStyle, sideStyle, statusStyle } from "./layout";
import { LogoField } from "./logo-field";
import { PlacementSection } from "./placement-section";
import { faultyFields } from "./product-rules";
import { noValues, type ProductValues, valuesOf } from "./product-values";
import { ScreenshotsField } from "./screenshots-field";
import { SectionList } from "./section-list";
import { Section } from "./sections";
import { TextSection } from "./text-section";
import { useProductEditor } from "./use-product-editor";
import { VideoField } from "./video-field";
import { WebsiteField } from "./website-field";

/** The initial values of a new product and how it is saved. */
export interface ProductDraft {
  /** The dialog's title. */
  title: string;
  values: ProductValues;
  save: (input: ProductInput) => Promise<Product>;
}

interface ProductFormProps {
  /** The product to edit, as it was loaded; without one, a new one is added. */
  opened: Product | undefined;
  /** The initial values of a new product and how it is saved. */
  draft?: ProductDraft | undefined;
  cancel: () => void;
  onSaved: (product: Product) => void;
  onDone: () => void;
}

/** The product form. */
export function ProductForm({ opened, draft, cancel, onSaved, onDone }: ProductFormProps) {
  const initial = draft?.values ?? noValues;
  const create = draft?.save;
  const { editor, base, theirs, settle, refusal } = useProductEditor({ opened, initial, create, onSaved, onDone });
  const [isLogoBusy, setLogoBusy] = useState(false);
  const [areImagesBusy, setImagesBusy] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  const isUploading = isLogoBusy || areImagesBusy;
  useUnsaved(() => isUploading);

  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return; // the event comes from a dialog above it
    event.preventDefault();
    event.currentTarget.requestSubmit();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!isUploading) editor.submit();
  };

  return (
    <ProductFormProvider value={editor}>
      {theirs ? (
        <Conflict
          base={base ? valuesOf(base) : initial}
          mine={editor.values}
          theirs={valuesOf(theirs)}
          edit={settle}
          save={(values) => {
            settle(values);
            editor.submit();
          }}
        />
      ) : null}
      <form
        {...editor.form}
        aria-label={base ? `Edit ${base.name}` : "New product"}
        hidden={theirs !== undefined}
        className={formStyle}
        onSubmit={onSubmit}
        onKeyDown={onKeyDown}
      >
        <div className={sideStyle}>
          <SectionList scroller={scroller} />
          <CardPreview />
        </div>
        <div ref={scroller} className={bodyStyle}>
          {refusal === "" ? null : (
            <p role="alert" className={failedRemark}>
              {refusal}
            </p>
          )}
          <BasicsSection base={base} />
          <TextSection />
          <Section id="media">
            <LogoField onBusy={setLogoBusy} />
            <VideoField />
            <ScreenshotsField onBusy={setImagesBusy} />
          </Section>
          <PlacementSection base={base} />
        </div>
        <FormFooter isNew={!base} isUploading={isUploading} cancel={cancel} />
      </form>
    </ProductFormProvider>
  );
}

const types = ["Free", "Freemium", "Premium"] as const;

/** The name, website, price type and categories of a tool. */
function BasicsSection({ base }: { base: Product | undefined }) {
  const { values, errors, change, text } = useProductForm();
  return (
    <Section id="basics">
      <TextField {...text("name")} label="Name" required />
      <WebsiteField />
      <Duplicates own={base} />
      <Choice
        legend="Type"
        name="type"
        options={types}
        selected={values.type}
        required
        error={errors.type}
        onChange={(event) => change({ type: event.currentTarget.value as ProductValues["type"] })}
      />
      <CategoryField />
    </Section>
  );
}

interface FormFooterProps {
  isNew: boolean;
  isUploading: boolean;
  cancel: () => void;
}

/** The buttons of the form and its status. */
function FormFooter({ isNew, isUploading, cancel }: FormFooterProps) {
  const { isSaving, isChanged, errors } = useProductForm();
  const [label, busyLabel] = isNew ? ["Create Product", "Creating..."] : ["Update Product", "Updating..."];
  const faults = faultyFields(errors).length;
  return (
    <footer className={footerStyle}>
      <p role="status" className={statusStyle} data-faults={faults > 0 || undefined}>
        {sentence(faults, isUploading, isChanged)}
      </p>
      <Button onClick={cancel}>Cancel</Button>
      <Button type="submit" tone="brass" disabled={isSaving || isUploading} aria-keyshortcuts="Control+Enter">
        {isSaving ? busyLabel : label}
      </Button>
    </footer>
  );
}

function sentence(faults: number, isUploading: boolean, isChanged: boolean): string {
  if (faults > 0) return `${countOf(faults, "field")} to correct`;
  if (isUploading) return "Uploading…";
  return isChanged ? "Unsaved changes" : "";
}
