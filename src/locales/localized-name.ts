/** The Bangla name on a Bangla page, if there is one. Otherwise the English name. */
export const pickLocalizedName = (
  language: string,
  { name_en, name_bn }: { name_en: string; name_bn: string | null },
): string => (language === 'bn' && name_bn) || name_en
