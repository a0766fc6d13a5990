/** The widths of a desktop and of a phone. */
export const desk = { width: 1440, height: 900 };
export const phone = { width: 360, height: 740 };
