import { useWords } from '#platform/pages/page.tsx'
import { Chip } from '#ui/office/file.tsx'
import type { Translator } from '#locales/translator.ts'
import { missingOf } from '../columns.ts'
import { columnTitle } from './column-title.ts'
import type { RegisterColumn, RegisterPerson, RegisterRoom } from './contract.ts'
import styles from './register.module.css'

/** Whether all that the register wants of somebody is there; else, what is not. */
export function PersonState({ columns, person }: { columns: readonly RegisterColumn[]; person: RegisterPerson }) {
  const { t } = useWords()
  const missing = missingOf(columns, person)
  if (missing.length === 0) return <Chip tone="here">{t('guests.complete')}</Chip>
  const what = missing.map((column) => columnTitle(column, t)).join(', ')
  return <p className={styles.missing}>{t('guests.missing', { what })}</p>
}

/** The number on the door, where there is one, and what kind of room it is. */
export const roomName = ({ unit, kind }: RegisterRoom, { t }: Translator): string =>
  t('guests.room_of', { unit: unit ?? t('guests.no_unit'), kind })
