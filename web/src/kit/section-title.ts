/** The look of the title of a section of a page. */
export const sectionTitle = "mb-4.5 font-display text-[1.8125rem] leading-tight sm:text-[2rem]";
