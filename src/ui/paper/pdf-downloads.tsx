import { useTranslator } from '#platform/pages/page.tsx'
import { languages, type Language } from '#routes/public.ts'
import { Button } from '../button.tsx'
import { Failure } from '../form/plain-form.tsx'
import { useDownload } from './use-download.ts'

/** A button for the PDF in each language, the language of its recipient first, or only in that language. */
export function PdfDownloads({
  title,
  name,
  recipientLanguage,
  isForRecipient = false,
  fetchFile,
  className,
}: {
  /** Names the PDF on quieter buttons, if the page has several PDFs. */
  title?: string
  /** The name of the file, without the language. */
  name: string
  recipientLanguage: Language
  /** Whether only the recipient reads the document, in their own language. */
  isForRecipient?: boolean
  fetchFile: (language: Language) => Promise<BlobPart>
  className: string | undefined
}) {
  const { t } = useTranslator()
  const { download, isBusy, failure } = useDownload(t('bill.failed'))
  const getName = (language: Language) => t(`settings.${language === 'en' ? 'english' : 'bangla'}`)
  return (
    <div className={className}>
      {languages
        .toSorted((language) => (language === recipientLanguage ? -1 : 1))
        .slice(0, isForRecipient ? 1 : undefined)
        .map((language) => (
          <Button
            key={language}
            variant={title ? 'quiet' : 'secondary'}
            isBusy={isBusy}
            onClick={() => void download(`${name}-${language}.pdf`, () => fetchFile(language))}
          >
            {isForRecipient && title
              ? t('bill.pdf_of', { title })
              : title
                ? `${title}, ${getName(language)}`
                : t('bill.pdf_in', { language: getName(language) })}
          </Button>
        ))}
      {failure && <Failure>{failure}</Failure>}
    </div>
  )
}
