import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { useApi, useWords } from '#platform/pages/page.tsx'
import { languages, type Language } from '#routes/public.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { saveFile } from '#ui/paper/save-file.ts'
import { useToast } from '#ui/toast.tsx'
import type { AsksInvoice, OwnInvoices } from './asks-invoice.ts'
import type { By } from './cancel-question.tsx'
import styles from './stay-parts.module.css'

/** The issued invoices as PDF, and the form for buyer data and new invoices. Loaded on demand. */
export function InvoiceForm({ by }: { by: By }) {
  const { t } = useWords()
  const api = useApi<AsksInvoice>()
  const place = useRef<HTMLDivElement>(null)
  const [told, setTold] = useState<OwnInvoices | 'loading' | string>('loading')
  async function look() {
    setTold('loading')
    try {
      setTold(await api.getOwnInvoices(by))
    } catch (error) {
      setTold((error instanceof ApiError && error.message) || t('failure.offline'))
    }
  }
  const lookNow = useEffectEvent(look)
  useEffect(() => {
    void lookNow()
    // The button that opened the form is gone, so the form takes the focus.
    place.current?.focus()
  }, [])
  return (
    <div ref={place} tabIndex={-1} className={styles.asking} aria-busy={told === 'loading'}>
      {typeof told === 'object' ? (
        <>
          {told.invoices.length > 0 && <Papers by={by} told={told} />}
          {(told.may_address || told.may_ask) && <AskForm by={by} told={told} onTold={setTold} />}
          {!told.may_address && !told.may_ask && told.invoices.length === 0 && <p>{t('summary.invoice_none')}</p>}
        </>
      ) : (
        told !== 'loading' && (
          <>
            <p role="alert" className={styles.failed}>
              {told}
            </p>
            <Button look="secondary" onClick={() => void look()}>
              {t('dashboard.retry')}
            </Button>
          </>
        )
      )}
    </div>
  )
}

function Papers({ by, told: { invoices } }: { by: By; told: OwnInvoices }) {
  const { t, day, clock } = useWords()
  const api = useApi<AsksInvoice>()
  const [failure, setFailure] = useState('')
  const [busy, setBusy] = useState(false)
  async function fetchPaper({ id, number }: OwnInvoices['invoices'][number], language: Language) {
    setFailure('')
    setBusy(true)
    try {
      const paper = await api.getOwnInvoicePaper({ ...by, invoice: id, language })
      saveFile(`${number}-${language}.pdf`, new Blob([paper], { type: 'application/pdf' }))
    } catch (error) {
      setFailure((error instanceof ApiError && error.message) || t('failure.offline'))
    }
    setBusy(false)
  }
  return (
    <>
      <ul role="list" className={styles.papers}>
        {invoices.map((invoice) => (
          <li key={invoice.id}>
            <strong>{invoice.number}</strong>
            <span>{day(clock(Date.parse(invoice.at))[0])}</span>
            <div className={styles.ways}>
              {languages.map((language) => (
                <Button key={language} look="secondary" busy={busy} onClick={() => void fetchPaper(invoice, language)}>
                  <span className="visually-hidden">{t('summary.invoice_pdf', { number: invoice.number })} </span>
                  <span lang={language}>{named[language]}</span>
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

/** Each language in its own script, so that readers recognize it. */
const named: Record<Language, string> = { en: 'English', bn: 'বাংলা' }

function AskForm({ by, told, onTold }: { by: By; told: OwnInvoices; onTold: (told: OwnInvoices) => void }) {
  const { t } = useWords()
  const api = useApi<AsksInvoice>()
  const toast = useToast()
  const { buyer, may_address, may_ask } = told
  const { form, busy, error, failure } = useForm(
    async ({ text, orUnsure }) => {
      const typed = may_address ? { name: text('name'), bin: text('bin'), address: text('address') } : buyer
      const { message, ...now } = await orUnsure(api.askInvoice({ ...by, ...typed }))
      toast(message)
      onTold(now)
    },
    { again: true },
  )
  return (
    <form {...form} className={styles.asking}>
      {may_address && (
        <>
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
      {may_ask && <p>{t('summary.invoice_get_about')}</p>}
      <p role="alert" className={styles.failed}>
        {failure}
      </p>
      <Button type="submit" look={may_ask ? 'primary' : 'secondary'} busy={busy}>
        {t(may_ask ? 'summary.invoice_get' : 'summary.invoice_save')}
      </Button>
    </form>
  )
}
