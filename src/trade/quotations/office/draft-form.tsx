import { useState } from 'react'
import { ApiError, type FieldErrors } from '#platform/errors.ts'
import { navigate } from '#platform/pages/navigate.ts'
import { useApi, useRoute, useTranslator } from '#platform/pages/page.tsx'
import { languages } from '#routes/public.ts'
import { officePages } from '#routes/office.ts'
import { Button } from '#ui/button.tsx'
import { SelectField, TextArea, TextField } from '#ui/form/field.tsx'
import { DateField } from '#ui/office/date-field.tsx'
import { sendOnce } from '#platform/http/send-once.ts'
import { ConfirmedAction } from '#ui/office/confirmed-action.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { EditForm } from '#ui/office/edit/edit-form.tsx'
import { RecordSection } from '#ui/office/record-page.tsx'
import { NumberField } from '#ui/office/number-field.tsx'
import { useEdit } from '#ui/office/edit/use-edit.ts'
import { Failure } from '#ui/form/plain-form.tsx'
import { toNumberOrText } from '#ui/form/number-input.ts'
import { useToast } from '#ui/toast.tsx'
import { useAction } from '#ui/use-action.ts'
import { parseDay } from '#platform/day.ts'
import { formatSum } from '../amounts.ts'
import { currencies, incoterms } from '../limits.ts'
import { Charges } from './charges.tsx'
import type { QuotationRecord, QuotationsOfficeApi, RevisionView } from './contract.ts'
import { computeDraftTotal, toDraft, toRequest, type Draft, type DraftLine } from './draft.ts'
import { LineList } from './line-list.tsx'
import { QuotationDownloads } from './pdf-downloads.tsx'
import styles from './quotation.module.css'

/** The form of a draft. Only a saved draft can be sent. */
export function DraftForm({ record, draft }: { record: QuotationRecord; draft: RevisionView }) {
  const translator = useTranslator()
  const { t } = translator
  const { edit, error, text, setSendErrors } = useDraftEdit(record, draft)
  const { row, set } = edit
  const total = computeDraftTotal(row)
  return (
    <EditForm
      edit={edit}
      labels={{
        ...Object.fromEntries(labelledFields.map((name) => [name, t(`quotation.${name}`)])),
        tolerance: t('quotation.tolerance_label'),
      }}
      formatField={(field, value) =>
        field === 'lines' ? (value as DraftLine[]).map(({ item }) => item).join(', ') : undefined
      }
      actions={<DiscardDraft draft={{ ...draft, version: row.version }} />}
    >
      <RecordSection title={t('quotation.recipient')}>
        <div className={styles.fields}>
          <TextField maxLength={120} {...text('company')} />
          <TextField maxLength={100} {...text('name')} />
          <TextField maxLength={254} inputMode="email" {...text('email')} />
          <SelectField
            label={t('quotation.language')}
            name="language"
            value={row.language}
            error={error('language')}
            onChange={({ currentTarget }) =>
              set({ language: languages.find((choice) => choice === currentTarget.value)! })
            }
          >
            {languages.map((choice) => (
              <option key={choice} value={choice}>
                {t(`office.language_${choice}`)}
              </option>
            ))}
          </SelectField>
          <TextField maxLength={120} {...text('buyer')} />
          <TextField maxLength={120} {...text('reference')} />
        </div>
      </RecordSection>
      <RecordSection title={t('quotation.lines')}>
        <SelectField
          label={t('quotation.currency')}
          name="currency"
          value={row.currency}
          className={styles.narrow}
          onChange={({ currentTarget }) =>
            set({ currency: currencies.find((choice) => choice === currentTarget.value)! })
          }
        >
          {currencies.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </SelectField>
        {error('lines') && (
          <p role="alert" className="alarm">
            {error('lines')}
          </p>
        )}
        <LineList
          lines={row.lines}
          currency={row.currency}
          language={row.language}
          error={error}
          onChange={(lines) => set({ lines })}
        />
      </RecordSection>
      <RecordSection title={t('quotation.charges')}>
        <Charges charges={row.charges} error={error} onChange={(charges) => set({ charges })} />
      </RecordSection>
      <p className={styles.total}>
        {t('quotation.total')} <output className="bold">{formatSum(translator, row.currency, total)}</output>
      </p>
      <RecordSection title={t('quotation.terms')}>
        <Terms edit={edit} error={error} text={text} today={record.today} />
      </RecordSection>
      <Send draft={draft} isSaved={!edit.isDirty} onErrors={setSendErrors} />
      <QuotationDownloads revision={draft} />
    </EditForm>
  )
}

const labelledFields = [
  'company',
  'name',
  'email',
  'language',
  'buyer',
  'reference',
  'currency',
  'lines',
  'charges',
  'incoterm',
  'place',
  'payment',
  'lead_time',
  'valid_until',
  'remarks',
] as const

type TextFieldName =
  'company' | 'name' | 'email' | 'buyer' | 'reference' | 'place' | 'payment' | 'lead_time' | 'remarks'

/** Edits a draft. The fields also show the errors that prevented sending, until the next save. */
function useDraftEdit(record: QuotationRecord, draft: RevisionView) {
  const { t } = useTranslator()
  const api = useApi<QuotationsOfficeApi>()
  const office = useOffice()
  const [sendErrors, setSendErrors] = useState<FieldErrors>({})
  const findRevision = ({ revisions }: QuotationRecord) => revisions.find(({ id }) => id === draft.id)!
  const edit = useEdit<Draft>(toDraft(draft), {
    draft: `office quotation ${draft.id}`,
    load: async () => toDraft(findRevision(await api.getQuotationRecord({ id: record.id }))),
    async save(row) {
      const savedQuotation = await api.saveQuotation({ id: draft.id, version: row.version, ...toRequest(row) })
      setSendErrors({})
      office.show(savedQuotation)
      return toDraft(findRevision(savedQuotation))
    },
  })
  const getError = (name: string) => edit.error(name) ?? sendErrors[name]?.[0]
  const getTextProps = (name: TextFieldName) => ({
    label: t(`quotation.${name}`),
    ...edit.text(name),
    error: getError(name),
  })
  return { edit, error: getError, text: getTextProps, setSendErrors }
}

/** Delivery, payment, lead time and validity. */
function Terms({
  edit,
  error,
  text,
  today,
}: Pick<ReturnType<typeof useDraftEdit>, 'edit' | 'error' | 'text'> & { today: string }) {
  const { t } = useTranslator()
  const { row, set } = edit
  return (
    <>
      <div className={styles.fields}>
        <SelectField
          label={t('quotation.incoterm')}
          name="incoterm"
          value={row.incoterm}
          error={error('incoterm')}
          onChange={({ currentTarget }) =>
            set({ incoterm: incoterms.find((choice) => choice === currentTarget.value) ?? '' })
          }
        >
          <option value="">{t('quotation.no_incoterm')}</option>
          {incoterms.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </SelectField>
        <TextField maxLength={120} {...text('place')} />
        <TextField maxLength={300} hint={t('quotation.payment_hint')} {...text('payment')} />
        <TextField maxLength={200} hint={t('quotation.lead_time_hint')} {...text('lead_time')} />
        <DateField label={t('quotation.valid_until')} {...edit.text('valid_until')} error={error('valid_until')} />
        <NumberField
          label={t('quotation.tolerance_label')}
          name="tolerance"
          value={row.tolerance}
          onValueChange={(tolerance) => set({ tolerance })}
          error={error('tolerance')}
        />
      </div>
      <TextArea rows={4} maxLength={2000} {...text('remarks')} />
      <SaveTerms row={row} today={today} />
    </>
  )
}

/** Saves these terms as the default for new quotations. */
function SaveTerms({ row, today }: { row: Draft; today: string }) {
  const { t } = useTranslator()
  const api = useApi<QuotationsOfficeApi>()
  const toast = useToast()
  const { run, isBusy, failure } = useAction(t('quotation.failed'))
  const { currency, incoterm, place, payment, lead_time, remarks } = row
  const save = async () => {
    const tolerance = toNumberOrText(row.tolerance) as number | null
    const valid_days = Math.max(0, (parseDay(row.valid_until) ?? 0) - parseDay(today)!)
    await api.saveQuotationTerms({ currency, incoterm, place, payment, lead_time, tolerance, remarks, valid_days })
    toast(t('quotation.terms_saved'))
  }
  return (
    <div className="stack-2 left">
      <Button variant="quiet" isBusy={isBusy} onClick={() => void run(save)}>
        {t('quotation.save_terms')}
      </Button>
      {failure && <Failure>{failure}</Failure>}
    </div>
  )
}

function Send({
  draft,
  isSaved,
  onErrors,
}: {
  draft: RevisionView
  isSaved: boolean
  onErrors: (sendErrors: FieldErrors) => void
}) {
  const translator = useTranslator()
  const { t } = translator
  const api = useApi<QuotationsOfficeApi>()
  const office = useOffice()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  async function send() {
    setBusy(true)
    setFailure('')
    try {
      office.show(await sendOnce(api.sendQuotation, { id: draft.id, version: draft.version }, translator))
      toast(t('quotation.sent_done', { email: draft.form.email }))
    } catch (error) {
      const apiError = error instanceof ApiError ? error : null
      onErrors(apiError?.errors ?? {})
      setFailure(apiError?.message || t('quotation.failed'))
    }
    setBusy(false)
  }
  return (
    <div className={styles.send}>
      <p>{t(isSaved ? 'quotation.send_text' : 'quotation.send_first')}</p>
      {failure && (
        <p role="alert" className="alarm">
          {failure}
        </p>
      )}
      <Button variant="secondary" disabled={!isSaved} isBusy={isBusy} onClick={() => void send()}>
        {t('quotation.send', { email: draft.form.email || '…' })}
      </Button>
    </div>
  )
}

/** Deletes a draft that was never sent. */
function DiscardDraft({ draft }: { draft: RevisionView }) {
  const { t } = useTranslator()
  const { language } = useRoute()
  const api = useApi<QuotationsOfficeApi>()
  const office = useOffice()
  return (
    <ConfirmedAction
      label={t('quotation.discard')}
      title={t('quotation.discard_title')}
      text={t('quotation.discard_text')}
      confirmLabel={t('quotation.discard')}
      failed={t('quotation.failed')}
      onConfirm={async () => {
        await api.discardQuotation({ id: draft.id, version: draft.version })
        if (draft.revision === 1) navigate(officePages.quotations, language, 'replace')
        else office.refresh()
      }}
    />
  )
}
