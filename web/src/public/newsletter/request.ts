import { sentenceOf } from "../../api/fault";
import { requestNewsletter } from "../../api/subscription";

/** Requests the newsletter. Returns why that failed, in a sentence, or "". */
export async function request(email: string): Promise<string> {
  try {
    await requestNewsletter({ email });
    return "";
  } catch (error) {
    return sentenceOf(error, "Connection lost. Please try again.");
  }
}
