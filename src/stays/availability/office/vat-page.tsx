import styles from '#content/office/settings.module.css'
import { useApi, useWords, type Page } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/form/field.tsx'
import { EditForm } from '#ui/office/edit-form.tsx'
import { Fact, Facts, File, Part } from '#ui/office/file.tsx'
import { History } from '#ui/office/history.tsx'
import { NumberField } from '#ui/office/number-field.tsx'
import { asNumber, type Typed } from '#ui/office/typed-number.ts'
import { useEdit } from '#ui/office/use-edit.ts'
import { officePages } from '#routes/office.ts'
import type { VatApi, VatRates } from './vat-contract.ts'

/** The VAT rates page: past and current rates are fixed, future rates can be changed. */
export const vatPage: Page<VatApi, VatRates> = {
  load: ({ api }) => api.getVatRates({}),
  head: (_, { t }) => ({ title: t('settings.vat'), hidden: true }),
  View: VatView,
}

interface Planned {
  version: number
  future: { from: string; percent: Typed; service: Typed }[]
}

function VatView({ data: { fixed, ...planned } }: { data: VatRates }) {
  const translator = useWords()
  const { t, day, number } = translator
  const api = useApi<VatApi>()
  const edit = useEdit<Planned>(planned, {
    async save({ version, future }) {
      const sent = future.map(({ from, percent, service }) => ({
        from,
        percent: asNumber(percent) as number,
        service: asNumber(service) as number,
      }))
      const { fixed: _, ...kept } = await api.saveVatRates({ version, future: sent })
      return kept
    },
    async load() {
      const { fixed: _, ...kept } = await api.getVatRates({})
      return kept
    },
    draft: 'office settings vat',
  })
  const { future } = edit.row
  const put = (rates: Planned['future']) => edit.set({ future: rates })
  const change = (at: number, patch: Partial<Planned['future'][number]>) =>
    put(future.map((rate, index) => (index === at ? { ...rate, ...patch } : rate)))
  const now = fixed.at(-1)
  const said = (from: string | null) =>
    from === null ? t('settings.vat_beginning') : t('settings.vat_from', { day: day(from) })
  return (
    <File
      back={{ to: officePages.settings, label: t('settings.title') }}
      about={t('settings.vat_about')}
      title={t('settings.vat')}
      state={
        now
          ? t(now.service > 0 ? 'settings.vat_now_with' : 'settings.vat_now', {
              percent: now.percent,
              service: now.service,
            })
          : t('settings.vat_none')
      }
      aside={<History subject="settings vat" version={edit.row.version} />}
    >
      <EditForm edit={edit} labels={{ future: t('settings.vat_future') }}>
        <Part title={t('settings.vat_future')}>
          <p className={styles.hint}>{t('settings.vat_what')}</p>
          {future.length === 0 && <p>{t('settings.vat_no_future')}</p>}
          <ol role="list" className={`${styles.pages} ${styles.rates}`}>
            {future.map(({ from, percent, service }, at) => (
              // eslint-disable-next-line react/no-array-index-key -- the rows have no other key
              <li key={at}>
                <TextField
                  label={t('settings.vat_day')}
                  name={`from-${at}`}
                  type="date"
                  value={from}
                  error={edit.error(`future.${at}.from`)}
                  onChange={({ currentTarget }) => change(at, { from: currentTarget.value })}
                />
                <NumberField
                  label={t('settings.vat_percent')}
                  name={`percent-${at}`}
                  value={percent}
                  error={edit.error(`future.${at}.percent`)}
                  onNumber={(typed) => change(at, { percent: typed })}
                />
                <NumberField
                  label={t('settings.service_percent')}
                  name={`service-${at}`}
                  value={service}
                  error={edit.error(`future.${at}.service`)}
                  onNumber={(typed) => change(at, { service: typed })}
                />
                <Button
                  look="quiet"
                  aria-label={t('edit.remove_it', { name: from ? day(from) : t('settings.vat_day') })}
                  onClick={() => put(future.toSpliced(at, 1))}
                >
                  {t('edit.remove')}
                </Button>
              </li>
            ))}
          </ol>
          <div>
            <Button
              look="secondary"
              onClick={() => put([...future, { from: '', percent: now?.percent ?? null, service: now?.service ?? 0 }])}
            >
              {t('settings.vat_add')}
            </Button>
          </div>
        </Part>
        <Part title={t('settings.vat_fixed')}>
          <p className={styles.hint}>{t('settings.vat_fixed_hint')}</p>
          <Facts>
            {fixed.map(({ from, percent, service }) => (
              <Fact
                key={from ?? ''}
                name={t(service > 0 ? 'settings.vat_is_with' : 'settings.vat_is', {
                  percent: number(percent),
                  service: number(service),
                })}
              >
                {said(from)}
              </Fact>
            ))}
          </Facts>
        </Part>
      </EditForm>
    </File>
  )
}
