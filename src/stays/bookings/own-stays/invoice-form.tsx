import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { languages, type Language } from '#routes/public.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { saveFile } from '#ui/paper/save-file.ts'
import { useToast } from '#ui/toast.tsx'
import type { InvoiceRequestsApi, OwnInvoices } from './invoice-requests-api.ts'
import type { StayKey } from './cancel-dialog.tsx'
import { formatReceiptText } from './receipt-text.ts'
import styles from './stay-parts.module.css'

/** The PDF documents of a stay, and the form to enter buyer details and request an invoice. Loaded on demand. */
export function InvoiceForm({ stayKey }: { stayKey: StayKey }) {
  const { t } = useTranslator()
  const api = useApi<InvoiceRequestsApi>()
  const container = useRef<HTMLDivElement>(null)
  const [ownInvoices, setOwnInvoices] = useState<OwnInvoices | 'loading' | string>('loading')
  async function load() {
    setOwnInvoices('loading')
    try {
      setOwnInvoices(await api.getOwnInvoices(stayKey))
    } catch (error) {
      setOwnInvoices((error instanceof ApiError && error.message) || t('failure.offline'))
    }
  }
  const loadOnMount = useEffectEvent(load)
  useEffect(() => {
    void loadOnMount()
    // The button that opened the form is gone, so the form takes the focus.
    container.current?.focus()
  }, [])
  return (
    <div ref={container} tabIndex={-1} className="stack-4" aria-busy={ownInvoices === 'loading'}>
      {typeof ownInvoices === 'object' ? (
        <>
          <Downloads stayKey={stayKey} ownInvoices={ownInvoices} />
          {ownInvoices.is_outdated && <p>{t('summary.invoice_changed')}</p>}
          {(ownInvoices.can_edit_buyer || ownInvoices.can_request_invoice) && (
            <InvoiceRequestForm stayKey={stayKey} ownInvoices={ownInvoices} onLoaded={setOwnInvoices} />
          )}
        </>
      ) : (
        ownInvoices !== 'loading' && (
          <>
            <p role="alert" className={styles.failed}>
              {ownInvoices}
            </p>
            <Button variant="secondary" onClick={() => void load()}>
              {t('dashboard.retry')}
            </Button>
          </>
        )
      )}
    </div>
  )
}

interface Download {
  title: string
  /** The name of the file, without the language. */
  name: string
  about: string
  fetchFile: (language: Language) => Promise<BlobPart>
}

/** The proforma, the receipts and the invoices as PDF, each in both languages. */
function Downloads({ stayKey, ownInvoices }: { stayKey: StayKey; ownInvoices: OwnInvoices }) {
  const { t } = useTranslator()
  const [failure, setFailure] = useState('')
  const [isBusy, setBusy] = useState(false)
  const downloads = useDownloads(stayKey, ownInvoices)
  async function save({ name, fetchFile }: Download, language: Language) {
    setFailure('')
    setBusy(true)
    try {
      const pdf = await fetchFile(language)
      saveFile(`${name}-${language}.pdf`, new Blob([pdf], { type: 'application/pdf' }))
    } catch (error) {
      setFailure((error instanceof ApiError && error.message) || t('failure.offline'))
    }
    setBusy(false)
  }
  if (downloads.length === 0) return ownInvoices.can_edit_buyer ? null : <p>{t('summary.invoice_none')}</p>
  return (
    <>
      <ul role="list" className="stack-4">
        {downloads.map((download) => (
          <li className="stack-1" key={download.name}>
            <strong>{download.title}</strong>
            <span>{download.about}</span>
            <div className="row-3">
              {languages.map((language) => (
                <Button
                  key={language}
                  variant="secondary"
                  isBusy={isBusy}
                  onClick={() => void save(download, language)}
                >
                  <span className="visually-hidden">{t('summary.invoice_pdf', { number: download.title })} </span>
                  <span lang={language}>{languageNames[language]}</span>
                </Button>
              ))}
            </div>
          </li>
        ))}
      </ul>
      <p role="alert" className={styles.failed}>
        {failure}
      </p>
    </>
  )
}

function useDownloads(stayKey: StayKey, { invoices, receipts, has_proforma }: OwnInvoices): Download[] {
  const translator = useTranslator()
  const { t, day, clock } = translator
  const api = useApi<InvoiceRequestsApi>()
  const formatDay = (at: string) => day(clock(Date.parse(at))[0])
  const proforma: Download = {
    title: t('summary.proforma'),
    name: 'proforma',
    about: t('summary.proforma_text'),
    fetchFile: (language) => api.getOwnProformaPdf({ ...stayKey, language }),
  }
  return [
    ...(has_proforma ? [proforma] : []),
    ...receipts.map((receipt) => ({
      title: receipt.number,
      name: receipt.number,
      about: `${formatReceiptText(receipt, translator)}, ${formatDay(receipt.at)}`,
      fetchFile: (language: Language) => api.getOwnReceiptPdf({ ...stayKey, receipt: receipt.id, language }),
    })),
    ...invoices.map(({ id, number, at }) => ({
      title: number,
      name: number,
      about: formatDay(at),
      fetchFile: (language: Language) => api.getOwnInvoicePdf({ ...stayKey, invoice: id, language }),
    })),
  ]
}

/** Each language in its own script, so that readers recognize it. */
const languageNames: Record<Language, string> = { en: 'English', bn: 'বাংলা' }

function InvoiceRequestForm({
  stayKey,
  ownInvoices,
  onLoaded,
}: {
  stayKey: StayKey
  ownInvoices: OwnInvoices
  onLoaded: (ownInvoices: OwnInvoices) => void
}) {
  const { t } = useTranslator()
  const api = useApi<InvoiceRequestsApi>()
  const showToast = useToast()
  const { buyer, can_edit_buyer: canEditBuyer, can_request_invoice } = ownInvoices
  const { form, isBusy, error, failure } = useForm(
    async ({ text, reportLostResponse }) => {
      const enteredBuyer = canEditBuyer ? { name: text('name'), bin: text('bin'), address: text('address') } : buyer
      const { message, ...updatedInvoices } = await reportLostResponse(
        api.requestInvoice({ ...stayKey, ...enteredBuyer }),
      )
      showToast(message)
      onLoaded(updatedInvoices)
    },
    { isRepeatable: true },
  )
  return (
    <form {...form} className="stack-4">
      {canEditBuyer && (
        <>
          <h3>{t('summary.invoice_details')}</h3>
          <TextField
            label={t('summary.invoice_buyer')}
            name="name"
            maxLength={120}
            autoComplete="organization"
            required
            defaultValue={buyer.name}
            error={error('name')}
          />
          <TextField
            label={t('summary.invoice_bin')}
            hint={t('summary.invoice_bin_hint')}
            name="bin"
            maxLength={40}
            autoComplete="off"
            defaultValue={buyer.bin}
            error={error('bin')}
          />
          <TextField
            label={t('summary.invoice_address')}
            name="address"
            maxLength={240}
            autoComplete="street-address"
            defaultValue={buyer.address}
            error={error('address')}
          />
        </>
      )}
      {can_request_invoice && <p>{t('summary.invoice_get_about')}</p>}
      <p role="alert" className={styles.failed}>
        {failure}
      </p>
      <Button type="submit" variant={can_request_invoice ? 'primary' : 'secondary'} isBusy={isBusy}>
        {t(can_request_invoice ? 'summary.invoice_get' : 'summary.invoice_save')}
      </Button>
    </form>
  )
}
