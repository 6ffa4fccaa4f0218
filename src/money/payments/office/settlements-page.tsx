import { navigate } from '#platform/pages/navigate.ts'
import { useApi, useRoute, useTranslator, type Page } from '#platform/pages/page.tsx'
import { ApiError } from '#platform/errors.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { BackLink, Chip, RecordSection } from '#ui/office/record-page.tsx'
import { EmptyListMessage, ListHead, Rows } from '#ui/office/list.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { formatWhen } from '#ui/office/format-time.ts'
import { officeHref, officePages } from '#routes/office.ts'
import type { PaymentsOfficeApi } from './contract.ts'
import styles from './payments.module.css'

type Settlements = Awaited<ReturnType<PaymentsOfficeApi['getSettlements']>>

/** The page of the gateway's settlement files, with a form to read another one. */
export const settlementsPage: Page<PaymentsOfficeApi, Settlements> = {
  load: ({ api }) => api.getSettlements({}),
  head: (_, { t }) => ({ title: t('settlement.all'), hidden: true }),
  View: SettlementsView,
}

function SettlementsView({ data: { data } }: { data: Settlements }) {
  const translator = useTranslator()
  const { t, money, count } = translator
  const office = useOffice()
  return (
    <>
      <BackLink to={officePages.payments} label={t('payments.title')} />
      <ListHead title={t('settlement.all')} about={t('settlement.about')} />
      <div className={styles.page}>
        {office.can('take money') && (
          <RecordSection title={t('settlement.import')}>
            <ReadForm />
          </RecordSection>
        )}
        {data.length === 0 ? (
          <EmptyListMessage title={t('settlement.none')} text={t('settlement.none_text')} />
        ) : (
          <Rows
            rows={data.map(({ id, name, at, by, paid_out, unmatched }) => ({
              path: officeHref('settlement', id),
              title: name,
              about: `${formatWhen(translator, at)} · ${by}`,
              end: money(paid_out),
              chip:
                unmatched > 0 ? (
                  <Chip tone="due">{count('settlement.unmatched', unmatched)}</Chip>
                ) : (
                  <Chip tone="over">{t('settlement.all_match')}</Chip>
                ),
            }))}
          />
        )}
      </div>
    </>
  )
}

/** Reads the file in the browser and sends its text. */
function ReadForm() {
  const { t } = useTranslator()
  const { language } = useRoute()
  const api = useApi<PaymentsOfficeApi>()
  const { form, isBusy, failure, error } = useForm(
    async ({ data, reportLostResponse }) => {
      const file = data.get('text')
      if (!(file instanceof File) || file.size === 0)
        throw new ApiError(422, { errors: { text: [t('settlement.choose')] } })
      if (file.size > MAX_FILE_BYTES) throw new ApiError(422, { errors: { text: [t('settlement.too_large')] } })
      const { id } = await reportLostResponse(
        api.importSettlement({ name: file.name.slice(-120), text: await file.text() }),
      )
      navigate(officeHref('settlement', id), language)
    },
    { isRepeatable: true },
  )
  return (
    <form {...form} className={styles.sending}>
      <TextField
        type="file"
        accept=".csv,text/csv"
        name="text"
        label={t('settlement.file')}
        hint={t('settlement.hint')}
        error={error('text')}
      />
      {failure && <Failure>{failure}</Failure>}
      <Button type="submit" isBusy={isBusy}>
        {t('settlement.import_submit')}
      </Button>
    </form>
  )
}

const MAX_FILE_BYTES = 900_000
