import type { Translator } from '#locales/translator.ts'
import type { AskedColumn } from '#content/register-asking.ts'

/** Returns the custom title of a column or its translated default title. */
export const columnTitle = ({ name, title }: Pick<AskedColumn, 'name' | 'title'>, t: Translator['t']): string =>
  title ?? t(`guests.${name}`)
