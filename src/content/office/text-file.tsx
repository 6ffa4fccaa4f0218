import type { ReactNode } from 'react'
import { Link, useWords } from '../../platform/pages/page.tsx'
import { useDesk } from '../../ui/office/desk.ts'
import { File } from '../../ui/office/file.tsx'
import { History } from '../../ui/office/history.tsx'
import { officePages } from '../../urls-office.ts'
import styles from './settings.module.css'

/** One text that readers see at once, where they see it, and what was done to it. */
export function TextFile({
  data: { title_en, title_bn },
  path,
  subject,
  version,
  children,
}: {
  data: { title_en: string; title_bn: string }
  path: string | null
  subject: string
  version: number
  children: ReactNode
}) {
  const { t, language } = useWords()
  const mayPublish = useDesk().may('publish')
  return (
    <File
      back={{ to: officePages.texts, label: t('texts.title') }}
      about={path === null ? t('texts.nowhere') : <Link to={path}>{t('goods.seen_here')}</Link>}
      title={(language === 'bn' && title_bn) || title_en}
      state={mayPublish ? null : t('texts.not_yours')}
      aside={<History subject={subject} version={version} />}
    >
      <div className={styles.fields}>{children}</div>
    </File>
  )
}

/** What its fields are called where two versions of it are compared. */
export const labelsOf =
  (...fields: [name: string, label: string][]) =>
  (t: ReturnType<typeof useWords>['t']) =>
    Object.fromEntries(
      fields.flatMap(([name, label]) => [
        [`${name}_en`, t('edit.in_english', { label })],
        [`${name}_bn`, t('edit.in_bangla', { label })],
      ]),
    )
