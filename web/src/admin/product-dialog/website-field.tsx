import { IconWorldSearch } from "@tabler/icons-react";
import { useState } from "react";
import { Button } from "../../kit/button";
import { toast } from "../../kit/toast";
import { FillDialog } from "./fill-dialog";
import { useProductForm } from "./form-context";
import type { ProductValues } from "./product-values";
import { TextField } from "./text-field";

/** The website of the tool, with a button that fills the form from it. */
export function WebsiteField() {
  const { getValues, setValue, setFocus } = useProductForm();
  const [asked, setAsked] = useState<ProductValues>();
  const ask = () => {
    const values = getValues();
    if (values.website.trim() !== "") return setAsked(values);
    toast({ title: "Validation Error", description: "Please enter a website URL first", tone: "destructive" });
    setFocus("website");
  };
  const fill = (change: Partial<ProductValues>) => {
    for (const [name, value] of Object.entries(change))
      setValue(name as keyof ProductValues, value, { shouldValidate: true });
    setAsked(undefined);
  };
  return (
    <>
      <TextField
        name="website"
        label="Website"
        type="url"
        required
        placeholder="https://"
        action={
          <Button size="small" onClick={ask}>
            <IconWorldSearch size={15} aria-hidden="true" />
            Fill from website
          </Button>
        }
      />
      {asked ? (
        <FillDialog website={asked.website.trim()} form={asked} onFill={fill} onClose={() => setAsked(undefined)} />
      ) : null}
    </>
  );
}
