import type { Translator } from '#locales/translator.ts'

/** Mentions children only if there are any. */
export const formatGuests = ({ adult, child }: { adult: number; child: number }, { count }: Translator): string =>
  [count('summary.adults', adult), ...(child > 0 ? [count('summary.children', child)] : [])].join(', ')
