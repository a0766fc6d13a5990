import { zodResolver } from "@hookform/resolvers/zod";
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from "react";
import { FormProvider, useForm, useWatch } from "react-hook-form";
import type { ProductInput } from "../../api/admin-products";
import type { Product } from "../../api/products";
import { failedRemark } from "../../kit/admin/styles";
import { Button } from "../../kit/button";
import { Choice } from "../../kit/choice";
import { countOf } from "../../kit/count";
import { CardPreview } from "./card-preview";
import { CategoryField } from "./category-field";
import { Conflict } from "./conflict";
import { Duplicates } from "./duplicates";
import { useProductForm } from "./form-context";
import { bodyStyle, footerStyle, formStyle, sideStyle, statusStyle } from "./layout";
import { LogoField } from "./logo-field";
import { PlacementSection } from "./placement-section";
import { type CheckedValues, productRules } from "./product-rules";
import { isSame, noValues, type ProductValues, valuesOf } from "./product-values";
import { ScreenshotsField } from "./screenshots-field";
import { SectionList } from "./section-list";
import { Section } from "./sections";
import { TextField } from "./text-field";
import { TextSection } from "./text-section";
import { focusFirstError, toastNoCategory, useSave } from "./use-save";
import { VideoField } from "./video-field";
import { WebsiteField } from "./website-field";

/** The initial values of a new product and how it is saved. */
export interface ProductDraft {
  /** The dialog's title. */
  title: string;
  values: ProductValues;
  save: (input: ProductInput) => Promise<Product>;
}

/** What the dialog reads from its form. */
export interface FormHandle {
  isUnsaved: () => boolean;
}

interface ProductFormProps {
  handle: Ref<FormHandle>;
  /** The product to edit, as it was loaded; without one, a new one is added. */
  opened: Product | undefined;
  /** The initial values of a new product and how it is saved. */
  draft?: ProductDraft | undefined;
  cancel: () => void;
  onSaved: (product: Product) => void;
  onDone: () => void;
}

/** The product form. */
export function ProductForm({ handle, opened, draft, cancel, onSaved, onDone }: ProductFormProps) {
  const initialValues = draft?.values ?? noValues;
  const form = useForm<ProductValues, unknown, CheckedValues>({
    defaultValues: opened ? valuesOf(opened) : initialValues,
    resolver: zodResolver(productRules),
    shouldFocusError: false, // it would focus the field that was registered first, not the topmost one
  });
  const { save, base, theirs, settle, refusal } = useSave({ form, opened, create: draft?.save, onSaved, onDone });
  const [isLogoBusy, setLogoBusy] = useState(false);
  const [areImagesBusy, setImagesBusy] = useState(false);
  const scroller = useRef<HTMLDivElement>(null);
  const saved = base ? valuesOf(base) : initialValues;
  const isUploading = isLogoBusy || areImagesBusy;

  const submit = form.handleSubmit(
    (checked) => save(checked),
    (errors) => {
      focusFirstError(form, Object.keys(errors));
      if (errors.categories) toastNoCategory();
    },
  );
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return; // the event comes from a dialog above it
    event.preventDefault();
    event.currentTarget.requestSubmit();
  };
  useImperativeHandle(handle, () => ({ isUnsaved: () => isUploading || !isSame(form.getValues(), saved) }));

  return (
    <FormProvider {...form}>
      {theirs ? (
        <Conflict
          base={saved}
          mine={form.getValues()}
          theirs={valuesOf(theirs)}
          edit={settle}
          save={(values) => {
            const fresh = settle(values);
            return form.handleSubmit((checked) => save(checked, fresh))();
          }}
        />
      ) : null}
      <form
        noValidate
        aria-label={base ? `Edit ${base.name}` : "New product"}
        hidden={theirs !== undefined}
        className={formStyle}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isUploading && !form.formState.isSubmitting) void submit(event);
        }}
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
        <FormFooter isNew={!base} saved={saved} isUploading={isUploading} cancel={cancel} />
      </form>
    </FormProvider>
  );
}

/** The name, website, price type and categories of a tool. */
function BasicsSection({ base }: { base: Product | undefined }) {
  const { register, formState } = useProductForm();
  return (
    <Section id="basics">
      <TextField name="name" label="Name" required />
      <WebsiteField />
      <Duplicates own={base} />
      <Choice
        legend="Type"
        options={["Free", "Freemium", "Premium"]}
        required
        error={formState.errors.type?.message}
        {...register("type")}
      />
      <CategoryField />
    </Section>
  );
}

interface FormFooterProps {
  isNew: boolean;
  saved: ProductValues;
  isUploading: boolean;
  cancel: () => void;
}

/** The buttons of the form and its status. */
function FormFooter({ isNew, saved, isUploading, cancel }: FormFooterProps) {
  const { isSubmitting } = useProductForm().formState;
  const [label, busyLabel] = isNew ? ["Create Product", "Creating..."] : ["Update Product", "Updating..."];
  return (
    <footer className={footerStyle}>
      <FormStatus saved={saved} isUploading={isUploading} />
      <Button onClick={cancel}>Cancel</Button>
      <Button type="submit" tone="brass" disabled={isSubmitting || isUploading} aria-keyshortcuts="Control+Enter">
        {isSubmitting ? busyLabel : label}
      </Button>
    </footer>
  );
}

function FormStatus({ saved, isUploading }: Pick<FormFooterProps, "saved" | "isUploading">) {
  const { control, formState } = useProductForm();
  const values = useWatch({ control }) as ProductValues;
  const faults = Object.keys(formState.errors).length;
  return (
    <p role="status" className={statusStyle} data-faults={faults > 0 || undefined}>
      {sentence(faults, isUploading, isSame(values, saved))}
    </p>
  );
}

function sentence(faults: number, isUploading: boolean, isSaved: boolean): string {
  if (faults > 0) return `${countOf(faults, "field")} to correct`;
  if (isUploading) return "Uploading…";
  return isSaved ? "" : "Unsaved changes";
}
