import type { Translator } from '#locales/translator.ts'
import type { AskedColumn } from '#content/register-asking.ts'

/** What it is called: in the words of the house where it is the house's own. */
export const columnTitle = ({ name, title }: Pick<AskedColumn, 'name' | 'title'>, t: Translator['t']): string =>
  title ?? t(`guests.${name}`)
