import { useState } from 'react'
import { apiNotFound } from '#platform/errors.ts'
import { useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { RecordPage } from '#ui/office/record-page.tsx'
import { History } from '#ui/office/history.tsx'
import { toNumberOrText, type InputValue } from '#ui/form/number-input.ts'
import { useEdit } from '#ui/office/edit/use-edit.ts'
import { officePages } from '#routes/office.ts'
import type { PageMessageKey } from '#locales/translator.ts'
import { getMenuLabels, Menus } from './menus.tsx'
import { fieldGroups, type SectionWithFields } from './section-fields.ts'
import { SectionForm, type SectionValues } from './section-form.tsx'
import type { MenuChoices, SettingsApi } from './settings-contract.ts'
import { getSocialLabels, SocialPages } from './social-pages.tsx'

interface SectionPageData {
  section: SectionWithFields
  values: SectionValues
  /** The possible link targets, only for the menus. */
  choices: MenuChoices | null
  /** The state of the payment gateway, only for payments. */
  onlinePayments: 'off' | 'simulated' | 'live' | null
}

/** One section of the company settings. */
export const sectionPage: Page<SettingsApi, SectionPageData> = {
  async load({ api, route }) {
    const section = route.params['section']!
    const allSettings = await api.getSettings({})
    if (!Object.hasOwn(titles, section)) throw apiNotFound()
    const choices = section === 'menus' ? await api.getMenuChoices({}) : null
    const onlinePayments = section === 'payments' ? allSettings.online_payments : null
    return {
      section: section as SectionWithFields,
      values: allSettings[section as SectionWithFields],
      choices,
      onlinePayments,
    }
  },
  head: ({ section }, { t }) => ({ title: t(titles[section]), hidden: true }),
  View: SectionView,
}

const titles: Record<SectionWithFields, PageMessageKey> = {
  company: 'settings.company',
  contact: 'settings.contact',
  stays: 'settings.stays',
  payments: 'settings.payments',
  charges: 'settings.charges',
  menus: 'settings.menus',
}
const descriptions: Record<SectionWithFields, PageMessageKey> = {
  company: 'settings.company_about',
  contact: 'settings.contact_about',
  stays: 'settings.stays_about',
  payments: 'settings.payments_about',
  charges: 'settings.charges_about',
  menus: 'settings.menus_about',
}

const saveMethods = {
  company: 'saveCompanySettings',
  contact: 'saveContactSettings',
  stays: 'saveStaysSettings',
  payments: 'savePaymentsSettings',
  charges: 'saveChargesSettings',
  menus: 'saveMenusSettings',
} as const satisfies Record<SectionWithFields, keyof SettingsApi>

function SectionView({ data: { section, values, choices, onlinePayments } }: { data: SectionPageData }) {
  const translator = useTranslator()
  const { t } = translator
  const api = useApi<SettingsApi>()
  const edit = useEdit<SectionValues>(values, {
    save: (row) => (api[saveMethods[section]] as (row: object) => Promise<SectionValues>)(parseNumbers(row)),
    check: (row) => api.checkStaysSettings(parseNumbers(row) as Parameters<SettingsApi['checkStaysSettings']>[0]),
    load: async () => (await api.getSettings({}))[section],
    draft: `office settings ${section}`,
  })
  const [isConfirming, setIsConfirming] = useState(false)
  const [savedValues, setSavedValues] = useState(values)
  if (edit.state.kind === 'saved' && !edit.isDirty && savedValues !== edit.row) setSavedValues(edit.row)
  const hasChanged = (name: string) => edit.row[name] !== savedValues[name]
  const changesTimeZone = section === 'stays' && hasChanged('time_zone')
  const changesHours = section === 'stays' && (hasChanged('check_in_from') || hasChanged('check_out_until'))

  async function save(): Promise<boolean> {
    if (!changesTimeZone && !changesHours) return edit.save()
    if (await edit.check()) setIsConfirming(true)
    return false
  }
  return (
    <RecordPage
      back={{ to: officePages.settings, label: t('settings.title') }}
      about={t(descriptions[section])}
      title={t(titles[section])}
      state={null}
      aside={<History subject={`settings ${section}`} version={edit.row.version} />}
    >
      {section === 'menus' ? (
        <SectionForm edit={edit} groups={[]} labels={getMenuLabels(translator)}>
          <Menus edit={edit} choices={choices!} />
        </SectionForm>
      ) : (
        <>
          {onlinePayments === 'off' && (
            <Notice title={t('settings.no_store')}>
              <p>{t('settings.no_store_text')}</p>
            </Notice>
          )}
          {onlinePayments === 'simulated' && <p>{t('settings.store_demo')}</p>}
          <SectionForm
            edit={{ ...edit, save }}
            groups={fieldGroups[section].filter(
              ({ title }) => onlinePayments !== 'off' || title !== 'settings.online_payment',
            )}
            {...(section === 'contact' && { labels: getSocialLabels(translator) })}
          >
            {section === 'contact' && <SocialPages edit={edit} />}
          </SectionForm>
        </>
      )}
      <Dialog
        open={isConfirming}
        title={t('settings.hours_change_title')}
        tone="warning"
        onClose={() => setIsConfirming(false)}
      >
        <div className="stack-3">
          {changesHours && <p>{t('settings.hours_change_text')}</p>}
          {changesTimeZone && <p>{t('settings.hours_change_zone')}</p>}
          <p>{t('settings.hours_change_cancellation')}</p>
          <div className="row-2">
            <Button variant="secondary" onClick={() => setIsConfirming(false)}>
              {t('settings.hours_change_cancel')}
            </Button>
            <Button
              onClick={() => {
                setIsConfirming(false)
                void edit.save()
              }}
            >
              {t('settings.hours_change_submit')}
            </Button>
          </div>
        </div>
      </Dialog>
    </RecordPage>
  )
}

/** Converts the typed text of number fields to numbers. */
function parseNumbers(row: SectionValues): object {
  const numericFields = Object.values(fieldGroups)
    .flatMap((groups) => groups.flatMap(({ fields }) => fields.flat()))
    .filter(({ kind, name }) => kind === 'number' && name in row)
  const socialPages = row['social'] as { followers: InputValue }[] | undefined
  return {
    ...row,
    ...Object.fromEntries(numericFields.map(({ name }) => [name, toNumberOrText(row[name] as InputValue)])),
    ...(socialPages && { social: socialPages.map((link) => ({ ...link, followers: toNumberOrText(link.followers) })) }),
  }
}
