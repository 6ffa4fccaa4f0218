import styles from '#content/office/settings.module.css'
import { useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { DateField } from '#ui/office/date-field.tsx'
import { EditForm } from '#ui/office/edit/edit-form.tsx'
import { Fact, Facts, RecordPage, RecordSection } from '#ui/office/record-page.tsx'
import { History } from '#ui/office/history.tsx'
import { NumberField } from '#ui/office/number-field.tsx'
import { toNumberOrText, type InputValue } from '#ui/form/number-input.ts'
import { useEdit } from '#ui/office/edit/use-edit.ts'
import { officePages } from '#routes/office.ts'
import type { VatApi, VatRates } from './vat-contract.ts'

/** The VAT rates page: past and current rates are fixed, future rates can be changed. */
export const vatPage: Page<VatApi, VatRates> = {
  load: ({ api }) => api.getVatRates({}),
  head: (_, { t }) => ({ title: t('settings.vat'), hidden: true }),
  View: VatView,
}

interface FutureRates {
  version: number
  future: { from: string; percent: InputValue; service: InputValue }[]
}

function VatView({ data: { fixed: fixedRates, ...futureRates } }: { data: VatRates }) {
  const translator = useTranslator()
  const { t, day, number } = translator
  const api = useApi<VatApi>()
  const edit = useEdit<FutureRates>(futureRates, {
    async save({ version, future }) {
      const requestRates = future.map(({ from, percent, service }) => ({
        from,
        percent: toNumberOrText(percent) as number,
        service: toNumberOrText(service) as number,
      }))
      const { fixed: _, ...savedRates } = await api.saveVatRates({ version, future: requestRates })
      return savedRates
    },
    async load() {
      const { fixed: _, ...savedRates } = await api.getVatRates({})
      return savedRates
    },
    draft: 'office settings vat',
  })
  const { future: editedRates } = edit.row
  const setRates = (rates: FutureRates['future']) => edit.set({ future: rates })
  const change = (position: number, patch: Partial<FutureRates['future'][number]>) =>
    setRates(editedRates.map((rate, index) => (index === position ? { ...rate, ...patch } : rate)))
  const currentRate = fixedRates.at(-1)
  const formatStart = (from: string | null) =>
    from === null ? t('settings.vat_beginning') : t('settings.vat_from', { day: day(from) })
  return (
    <RecordPage
      back={{ to: officePages.settings, label: t('settings.title') }}
      about={t('settings.vat_about')}
      title={t('settings.vat')}
      state={
        currentRate
          ? t(currentRate.service > 0 ? 'settings.vat_now_with' : 'settings.vat_now', {
              percent: currentRate.percent,
              service: currentRate.service,
            })
          : t('settings.vat_none')
      }
      aside={<History subject="settings vat" version={edit.row.version} />}
    >
      <EditForm edit={edit} labels={{ future: t('settings.vat_future') }}>
        <RecordSection title={t('settings.vat_future')}>
          <p className="small">{t('settings.vat_about_bookings')}</p>
          {editedRates.length === 0 && <p>{t('settings.vat_no_future')}</p>}
          <ol role="list" className={`${styles.pages} ${styles.rates}`}>
            {editedRates.map(({ from, percent, service }, position) => (
              <li key={position}>
                <DateField
                  label={t('settings.vat_day')}
                  name={`from-${position}`}
                  value={from}
                  error={edit.error(`future.${position}.from`)}
                  onChange={({ currentTarget }) => change(position, { from: currentTarget.value })}
                />
                <NumberField
                  label={t('settings.vat_percent')}
                  name={`percent-${position}`}
                  value={percent}
                  error={edit.error(`future.${position}.percent`)}
                  onValueChange={(typed) => change(position, { percent: typed })}
                />
                <NumberField
                  label={t('settings.service_percent')}
                  name={`service-${position}`}
                  value={service}
                  error={edit.error(`future.${position}.service`)}
                  onValueChange={(typed) => change(position, { service: typed })}
                />
                <Button
                  variant="quiet"
                  aria-label={t('edit.remove_named', { name: from ? day(from) : t('settings.vat_day') })}
                  onClick={() => setRates(editedRates.toSpliced(position, 1))}
                >
                  {t('edit.remove')}
                </Button>
              </li>
            ))}
          </ol>
          <div>
            <Button
              variant="secondary"
              onClick={() =>
                setRates([
                  ...editedRates,
                  { from: '', percent: currentRate?.percent ?? null, service: currentRate?.service ?? 0 },
                ])
              }
            >
              {t('settings.vat_add')}
            </Button>
          </div>
        </RecordSection>
        <RecordSection title={t('settings.vat_fixed')}>
          <p className="small">{t('settings.vat_fixed_hint')}</p>
          <Facts>
            {fixedRates.map(({ from, percent, service }) => (
              <Fact
                key={from ?? ''}
                name={t(service > 0 ? 'settings.vat_is_with' : 'settings.vat_is', {
                  percent: number(percent),
                  service: number(service),
                })}
              >
                {formatStart(from)}
              </Fact>
            ))}
          </Facts>
        </RecordSection>
      </EditForm>
    </RecordPage>
  )
}
