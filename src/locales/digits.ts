/** Replaces Bengali digits. Users who write in Bangla type them everywhere. */
export const toLatinDigits = (text: string): string =>
  text.replace(/[০-৯]/g, (digit) => String('০১২৩৪৫৬৭৮৯'.indexOf(digit)))
