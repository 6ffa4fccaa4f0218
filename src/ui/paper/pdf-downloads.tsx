import { useTranslator } from '#platform/pages/page.tsx'
import { languages, type Language } from '#routes/public.ts'
import { Button } from '../button.tsx'
import { Failure } from '../form/plain-form.tsx'
import { useDownload } from './use-download.ts'

/** A button for the PDF in each language. The language of its recipient is first. */
export function PdfDownloads({
  name,
  recipientLanguage,
  fetchFile,
  className,
}: {
  /** The name of the file, without the language. */
  name: string
  recipientLanguage: Language
  fetchFile: (language: Language) => Promise<BlobPart>
  className: string | undefined
}) {
  const { t } = useTranslator()
  const { download, busy, failure } = useDownload(t('bill.failed'))
  return (
    <div className={className}>
      {languages
        .toSorted((language) => (language === recipientLanguage ? -1 : 1))
        .map((language) => (
          <Button
            key={language}
            look="secondary"
            busy={busy}
            onClick={() => void download(`${name}-${language}.pdf`, () => fetchFile(language))}
          >
            {t('bill.pdf_in', { language: t(`settings.${language === 'en' ? 'english' : 'bangla'}`) })}
          </Button>
        ))}
      {failure && <Failure>{failure}</Failure>}
    </div>
  )
}
