import type { ReactNode } from 'react'
import { Link, useRoute, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Icon } from '#ui/icons.tsx'
import { ListHead } from '#ui/office/list.tsx'
import { officeHref, officePages } from '#routes/office.ts'
import type { VatApi, VatRates } from '#stays/availability/office/vat-contract.ts'
import type { SettingsApi } from '#content/office/settings-contract.ts'
import styles from './settings-page.module.css'

interface SettingsIndex {
  settings: Awaited<ReturnType<SettingsApi['getSettings']>>
  vat: VatRates
}

/** The sections of the settings in groups, with a current value of each. */
export const settingsPage: Page<SettingsApi & VatApi, SettingsIndex> = {
  async load({ api }) {
    const [settings, vat] = await Promise.all([api.getSettings({}), api.getVatRates({})])
    return { settings, vat }
  },
  head: (_, { t }) => ({ title: t('settings.title'), hidden: true }),
  View: SettingsView,
}

function SettingsView({ data: { settings, vat } }: { data: SettingsIndex }) {
  const translator = useTranslator()
  const { t } = translator
  const { language } = useRoute()
  const { company, contact, stays, payments, charges, menus } = settings
  const localized = (section: Record<string, unknown>, name: string) =>
    String(section[`${name}_${language}`] || section[`${name}_en`])
  const currentRate = vat.fixed.at(-1)
  const sectionPath = (name: string) => officeHref('settingsSection', name)
  return (
    <>
      <ListHead title={t('settings.title')} />
      <div className="stack-5">
        <Group title={t('settings.group_company')}>
          <Entry
            to={sectionPath('company')}
            title={t('settings.company')}
            about={t('settings.company_about')}
            value={localized(company, 'name')}
          />
          <Entry
            to={sectionPath('contact')}
            title={t('settings.contact')}
            about={t('settings.contact_about')}
            value={localized(contact, 'address')}
          />
          <Entry
            to={sectionPath('menus')}
            title={t('settings.menus')}
            about={t('settings.menus_about')}
            value={translator.count('settings.menu_links', (menus['main_menu'] as unknown[]).length)}
          />
          <Entry to={officePages.emailsSettings} title={t('settings.emails')} about={t('settings.emails_about')} />
        </Group>
        <Group title={t('settings.group_stays')}>
          <Entry
            to={sectionPath('stays')}
            title={t('settings.stays')}
            about={t('settings.stays_about')}
            value={t('settings.stays_now', {
              arrival: String(stays['check_in_from']),
              departure: String(stays['check_out_until']),
            })}
          />
          <Entry
            to={sectionPath('charges')}
            title={t('settings.charges')}
            about={t('settings.charges_about')}
            value={
              typeof charges['breakfast_bdt'] === 'number' &&
              t('settings.breakfast_now', { price: translator.money(charges['breakfast_bdt']) })
            }
          />
          <Entry
            to={officePages.registerSettings}
            title={t('settings.register')}
            about={t('settings.register_about')}
          />
        </Group>
        <Group title={t('settings.group_money')}>
          <Entry
            to={sectionPath('payments')}
            title={t('settings.payments')}
            about={t('settings.payments_about')}
            value={t(
              payments['takes_online'] && settings.online_payments !== 'off'
                ? 'settings.online_on'
                : 'settings.online_off',
            )}
          />
          <Entry
            to={officePages.vatSettings}
            title={t('settings.vat')}
            about={t('settings.vat_about')}
            value={
              currentRate
                ? t(currentRate.service > 0 ? 'settings.vat_is_with' : 'settings.vat_only', {
                    percent: currentRate.percent,
                    service: currentRate.service,
                  })
                : t('settings.vat_none')
            }
          />
        </Group>
      </div>
    </>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="stack-2">
      <h2 className="size-2">{title}</h2>
      <ul role="list" className={styles.entries}>
        {children}
      </ul>
    </section>
  )
}

const Entry = ({ to, title, about, value }: { to: string; title: string; about: string; value?: string | false }) => (
  <li className="leads">
    <h3 className="size-2">
      <Link to={to}>{title}</Link>
    </h3>
    <p className={styles.about}>{about}</p>
    {value && <p className={styles.value}>{value}</p>}
    <Icon name="next" size={20} />
  </li>
)
