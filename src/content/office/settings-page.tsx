import { useTranslator, type Page } from '#platform/pages/page.tsx'
import { ListHead, Rows } from '#ui/office/list.tsx'
import { officeHref, officePages } from '#routes/office.ts'

/** The list of settings sections. */
export const settingsPage: Page<object, null> = {
  load: async () => null,
  head: (_, { t }) => ({ title: t('settings.title'), hidden: true }),
  View: SettingsView,
}

function SettingsView() {
  const { t } = useTranslator()
  const toRow = (path: string, title: string, about: string) => ({ path, title, about, small: null })
  return (
    <div className="stack-3">
      <ListHead title={t('settings.title')} />
      <Rows
        rows={[
          toRow(officeHref('settingsSection', 'company'), t('settings.company'), t('settings.company_about')),
          toRow(officeHref('settingsSection', 'contact'), t('settings.contact'), t('settings.contact_about')),
          toRow(officeHref('settingsSection', 'stays'), t('settings.stays'), t('settings.stays_about')),
          toRow(officeHref('settingsSection', 'payments'), t('settings.payments'), t('settings.payments_about')),
          toRow(officeHref('settingsSection', 'charges'), t('settings.charges'), t('settings.charges_about')),
          toRow(officePages.registerSettings, t('settings.register'), t('settings.register_about')),
          toRow(officePages.vatSettings, t('settings.vat'), t('settings.vat_about')),
          toRow(officeHref('settingsSection', 'menus'), t('settings.menus'), t('settings.menus_about')),
          toRow(officePages.emailsSettings, t('settings.emails'), t('settings.emails_about')),
        ]}
      />
    </div>
  )
}
