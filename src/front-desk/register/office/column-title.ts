import type { Translator } from '#locales/translator.ts'
import type { RequestedColumn } from '#content/register-columns.ts'

/** Returns the custom title of a column or its translated default title. */
export const formatColumnTitle = (
  { name, title }: Pick<RequestedColumn, 'name' | 'title'>,
  t: Translator['t'],
): string => title ?? t(`guests.${name}`)
