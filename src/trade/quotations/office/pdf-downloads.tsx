import { useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { navigate, useApi, usePlace, useTranslator } from '#platform/pages/page.tsx'
import { languages, type Language } from '#routes/public.ts'
import { officePages } from '#routes/office.ts'
import { Button } from '#ui/button.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { AskedAct } from '#ui/office/confirmed-action.tsx'
import { useDesk } from '#ui/office/desk.ts'
import { saveFile } from '#ui/paper/save-file.ts'
import type { QuotationsOfficeApi, RevisionView } from './contract.ts'
import styles from './quotation.module.css'

/** Downloads of the PDF. The buyer's language is first. */
export function PdfDownloads({ revision }: { revision: RevisionView }) {
  const { t } = useTranslator()
  const api = useApi<QuotationsOfficeApi>()
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  async function download(language: Language) {
    setFailure('')
    setBusy(true)
    try {
      const name = `${revision.number ?? 'quotation'}-${language}.pdf`
      saveFile(name, new Blob([await api.getQuotationSheet({ id: revision.id, language })]))
    } catch (error) {
      setFailure((error instanceof ApiError && error.message) || t('quotation.failed'))
    }
    setBusy(false)
  }
  const buyersLanguageFirst = languages.toSorted((candidate) => (candidate === revision.form.language ? -1 : 1))
  return (
    <div className={styles.acts}>
      {buyersLanguageFirst.map((pdfLanguage) => (
        <Button key={pdfLanguage} look="secondary" busy={busy} onClick={() => void download(pdfLanguage)}>
          {t('quotation.paper_in', { language: t(`settings.${pdfLanguage === 'en' ? 'english' : 'bangla'}`) })}
        </Button>
      ))}
      {failure && <Failure>{failure}</Failure>}
    </div>
  )
}

/** Deletes a draft that was never sent. */
export function DiscardDraft({ draft }: { draft: RevisionView }) {
  const { t } = useTranslator()
  const { language } = usePlace()
  const api = useApi<QuotationsOfficeApi>()
  const desk = useDesk()
  return (
    <AskedAct
      label={t('quotation.discard')}
      title={t('quotation.discard_title')}
      text={t('quotation.discard_text')}
      yes={t('quotation.discard')}
      failed={t('quotation.failed')}
      act={async () => {
        await api.discardQuotation({ id: draft.id, version: draft.version })
        if (draft.revision === 1) navigate(officePages.quotations, language, 'replace')
        else desk.refresh()
      }}
    />
  )
}
