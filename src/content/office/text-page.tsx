import type { ReactNode } from 'react'
import { Link, useTranslator } from '#platform/pages/page.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { RecordPage } from '#ui/office/record-page.tsx'
import { History } from '#ui/office/history.tsx'
import { officePages } from '#routes/office.ts'

/** The page frame for a public text, with a link to the text and its history. */
export function TextPage({
  title,
  path,
  subject,
  version,
  children,
}: {
  title: string
  path: string | null
  /** Null until the text is saved. */
  subject: string | null
  version: number
  children: ReactNode
}) {
  const { t } = useTranslator()
  const mayPublish = useOffice().can('publish')
  return (
    <RecordPage
      back={{ to: officePages.texts, label: t('texts.title') }}
      about={path === null ? t('texts.no_page') : <Link to={path}>{t('catalogue.view_page')}</Link>}
      title={title}
      state={mayPublish ? null : t('texts.read_only')}
      aside={subject && <History subject={subject} version={version} />}
    >
      <div className="stack-4">{children}</div>
    </RecordPage>
  )
}

/** Returns the field labels for comparing two versions. */
export const getBilingualLabels =
  (...fields: [name: string, label: string][]) =>
  (t: ReturnType<typeof useTranslator>['t']) =>
    Object.fromEntries(
      fields.flatMap(([name, label]) => [
        [`${name}_en`, t('edit.in_english', { label })],
        [`${name}_bn`, t('edit.in_bangla', { label })],
      ]),
    )
