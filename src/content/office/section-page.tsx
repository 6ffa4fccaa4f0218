import { useState } from 'react'
import { notFoundError } from '#platform/errors.ts'
import { useApi, useWords, type Page } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { File } from '#ui/office/file.tsx'
import { History } from '#ui/office/history.tsx'
import { asNumber, type Typed } from '#ui/office/typed-number.ts'
import { useEdit } from '#ui/office/use-edit.ts'
import { officePages } from '#routes/office.ts'
import type { PageMessageKey } from '#locales/translator.ts'
import { menuLabels, Menus } from './menus.tsx'
import { groupsOf, type OwnSection } from './section-fields.ts'
import { SectionForm, type Values } from './section-form.tsx'
import type { MenuChoices, SettingsApi } from './settings-contract.ts'
import styles from './settings.module.css'
import { socialLabels, SocialPages } from './social-pages.tsx'

interface Data {
  section: OwnSection
  values: Values
  /** The possible link targets, only for the menus. */
  choices: MenuChoices | null
  /** The state of the payment gateway, only for payments. */
  paidOnline: 'no' | 'in play' | 'yes' | null
}

/** One section of the company settings. */
export const sectionPage: Page<SettingsApi, Data> = {
  async load({ api, place }) {
    const section = place.params['section']!
    const all = await api.getSettings({})
    if (!Object.hasOwn(titles, section)) throw notFoundError()
    const choices = section === 'menus' ? await api.getMenuChoices({}) : null
    const paidOnline = section === 'payments' ? all.paid_online : null
    return { section: section as OwnSection, values: all[section as OwnSection], choices, paidOnline }
  },
  head: ({ section }, { t }) => ({ title: t(titles[section]), hidden: true }),
  View: SectionView,
}

const titles: Record<OwnSection, PageMessageKey> = {
  company: 'settings.company',
  contact: 'settings.contact',
  stays: 'settings.stays',
  payments: 'settings.payments',
  charges: 'settings.charges',
  languages: 'settings.languages',
  online: 'settings.online',
  menus: 'settings.menus',
}
const abouts: Record<OwnSection, PageMessageKey> = {
  company: 'settings.company_about',
  contact: 'settings.contact_about',
  stays: 'settings.stays_about',
  payments: 'settings.payments_about',
  charges: 'settings.charges_about',
  languages: 'settings.languages_about',
  online: 'settings.online_about',
  menus: 'settings.menus_about',
}

const saves = {
  company: 'saveCompanySettings',
  contact: 'saveContactSettings',
  stays: 'saveStaysSettings',
  payments: 'savePaymentsSettings',
  charges: 'saveChargesSettings',
  languages: 'saveLanguagesSettings',
  online: 'saveOnlineSettings',
  menus: 'saveMenusSettings',
} as const satisfies Record<OwnSection, keyof SettingsApi>

function SectionView({ data: { section, values, choices, paidOnline } }: { data: Data }) {
  const translator = useWords()
  const { t } = translator
  const api = useApi<SettingsApi>()
  const edit = useEdit<Values>(values, {
    save: (row) => (api[saves[section]] as (row: object) => Promise<Values>)(withNumbers(row)),
    load: async () => (await api.getSettings({}))[section],
    draft: `office settings ${section}`,
  })
  const [isAsking, setAsking] = useState(false)
  const [kept, setKept] = useState(values)
  if (edit.state.kind === 'saved' && !edit.isDirty && kept !== edit.row) setKept(edit.row)
  const changed = (name: string) => edit.row[name] !== kept[name]
  const isZone = section === 'stays' && changed('time_zone')
  const isHours = section === 'stays' && (changed('check_in_from') || changed('check_out_until'))

  async function save(): Promise<boolean> {
    if (!isZone && !isHours) return edit.save()
    setAsking(true)
    return false
  }
  return (
    <File
      back={{ to: officePages.settings, label: t('settings.title') }}
      about={t(abouts[section])}
      title={t(titles[section])}
      state={null}
      aside={<History subject={`settings ${section}`} version={edit.row.version} />}
    >
      {section === 'online' ? (
        <SectionForm
          edit={edit}
          groups={[
            {
              title: 'settings.whats_app',
              fields: [
                {
                  kind: 'text',
                  name: 'whats_app',
                  label: 'settings.whats_app',
                  hint: 'settings.whats_app_hint',
                  inputMode: 'tel',
                },
              ],
            },
          ]}
          labels={socialLabels(translator)}
        >
          <SocialPages edit={edit} />
        </SectionForm>
      ) : section === 'menus' ? (
        <SectionForm edit={edit} groups={[]} labels={menuLabels(translator)}>
          <Menus edit={edit} choices={choices!} />
        </SectionForm>
      ) : (
        <>
          {paidOnline === 'no' && (
            <Notice title={t('settings.no_store')}>
              <p>{t('settings.no_store_text')}</p>
            </Notice>
          )}
          {paidOnline === 'in play' && <p>{t('settings.store_plays')}</p>}
          <SectionForm
            edit={{ ...edit, save }}
            groups={groupsOf[section].filter(({ title }) => paidOnline !== 'no' || title !== 'settings.paid_online')}
          />
        </>
      )}
      <Dialog open={isAsking} title={t('settings.ask_title')} tone="warning" onClose={() => setAsking(false)}>
        <div className={styles.ask}>
          {isHours && <p>{t('settings.ask_hours')}</p>}
          {isZone && <p>{t('settings.ask_zone')}</p>}
          <p>{t('settings.ask_cancelling')}</p>
          <div className={styles.choice}>
            <Button look="secondary" onClick={() => setAsking(false)}>
              {t('settings.ask_no')}
            </Button>
            <Button
              onClick={() => {
                setAsking(false)
                void edit.save()
              }}
            >
              {t('settings.ask_yes')}
            </Button>
          </div>
        </div>
      </Dialog>
    </File>
  )
}

/** Converts typed numbers to numbers. */
function withNumbers(row: Values): object {
  const numeric = Object.values(groupsOf)
    .flatMap((groups) => groups.flatMap(({ fields }) => fields.flat()))
    .filter(({ kind, name }) => kind === 'number' && name in row)
  const social = row['social'] as { followers: Typed }[] | undefined
  return {
    ...row,
    ...Object.fromEntries(numeric.map(({ name }) => [name, asNumber(row[name] as Typed)])),
    ...(social && { social: social.map((each) => ({ ...each, followers: asNumber(each.followers) })) }),
  }
}
