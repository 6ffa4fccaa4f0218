import { useTranslator } from '#platform/pages/page.tsx'
import { Chip } from '#ui/office/record-page.tsx'
import type { Translator } from '#locales/translator.ts'
import { listMissingColumns } from '../columns.ts'
import { formatColumnTitle } from './column-title.ts'
import type { RegisterColumn, RegisterPerson, RegisterRoom } from './contract.ts'
import styles from './register.module.css'

/** Shows whether the entry is complete, or lists its missing fields. */
export function PersonState({ columns, person }: { columns: readonly RegisterColumn[]; person: RegisterPerson }) {
  const { t } = useTranslator()
  const missingColumns = listMissingColumns(columns, person)
  if (missingColumns.length === 0) return <Chip tone="plain">{t('guests.complete')}</Chip>
  const missingTitles = missingColumns.map((column) => formatColumnTitle(column, t)).join(', ')
  return <p className={styles.missing}>{t('guests.missing', { what: missingTitles })}</p>
}

/** Returns the room type, with the name of the unit if one is assigned. */
export const formatRoomName = ({ unit, kind }: RegisterRoom, { t }: Translator): string =>
  t('guests.room_of', { unit: unit ?? t('guests.no_unit'), kind })
