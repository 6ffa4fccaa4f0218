import { bookingRetention, copiesRetention, registerRetention } from '#stays/bookings/retention.ts'
import { enquiryRetention } from '#trade/enquiries/retention.ts'
import { invoiceRetention } from '#money/invoices/retention.ts'
import { quotationRetention } from '#trade/quotations/retention.ts'
import { paymentRetention } from '#money/payments/retention.ts'
import { emailRetention } from '#mail/retention.ts'
import { auditRetention } from '#platform/retention.ts'
import { useTranslator, type Page } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { href } from '#routes/public.ts'
import { PageHead } from '#ui/page-head.tsx'
import { PageSection } from './page-section.tsx'
import styles from './legal.module.css'
import { ContactList } from '#content/reach-list.tsx'
import { visitRetention } from '#insight/visits/retention.ts'
import { importedRetention } from '#front-desk/calendars/retention.ts'
import { webhookRetention } from '#insight/webhooks/retention.ts'
import { useGlobal } from '#content/global.ts'
import { joinName } from '#ui/unbreakable-name.ts'

/** The personal data that the company stores. The periods are the retention settings of the code. */
export const privacyPage: Page<unknown, unknown> = {
  head: (_, { t }, { path }) => ({
    title: t('shell.privacy'),
    description: t('privacy.text'),
    trail: [{ name: t('shell.privacy'), path }],
  }),
  View: PrivacyView,
}

function PrivacyView() {
  const { t } = useTranslator()
  const { name, map, whatsApp, takesOnlinePayments } = useGlobal()
  return (
    <>
      <PageHead title={t('shell.privacy')} text={t('privacy.text')} />
      <div className={`container ${styles.body}`}>
        <PageSection title={t('privacy.who_title')}>
          <p>{t('privacy.who_text', { name: joinName(name) })}</p>
          <ContactList />
        </PageSection>
        <PageSection title={t('privacy.kept_title')}>
          <p>{t('privacy.kept_text')}</p>
          <dl className="stack-4">
            {retentionRows.map(([label, text, values]) => (
              <div key={label}>
                <dt className="bold">{t(label)}</dt>
                <dd>{t(text, values)}</dd>
              </div>
            ))}
          </dl>
        </PageSection>
        <PageSection title={t('privacy.given_title')}>
          <p>{t('privacy.given_text')}</p>
          <p>{t('privacy.webhooks_text', { days: webhookRetention.days })}</p>
          {URL.canParse(map.embedUrl) && <p>{t('privacy.map_text', { host: new URL(map.embedUrl).host })}</p>}
          {takesOnlinePayments && <p>{t('privacy.pay_text')}</p>}
          {whatsApp && <p>{t('privacy.whatsapp_text')}</p>}
        </PageSection>
        <PageSection title={t('privacy.browser_title')}>
          <p>{t('privacy.browser_text')}</p>
          <p>{t('privacy.session_text')}</p>
        </PageSection>
        <PageSection title={t('privacy.rights_title')}>
          <ul>
            {rights.map((right) => (
              <li key={right}>{t(right)}</li>
            ))}
          </ul>
          <p>
            <ButtonLink variant="secondary" to={href('contact')}>
              {t('home.talk_action')}
            </ButtonLink>
          </p>
        </PageSection>
      </div>
    </>
  )
}

const retentionRows = [
  [
    'privacy.stay',
    'privacy.stay_text',
    { months: bookingRetention.stayMonths, days: bookingRetention.guestWithoutStayDays },
  ],
  ['privacy.register', 'privacy.register_text', { months: registerRetention.months, days: copiesRetention.maxDays }],
  ['privacy.elsewhere', 'privacy.elsewhere_text', { days: importedRetention.days }],
  ['privacy.request', 'privacy.request_text', { days: bookingRetention.requestSenderDays }],
  ['privacy.account', 'privacy.account_text', {}],
  ['privacy.messages', 'privacy.messages_text', { months: enquiryRetention.months }],
  ['privacy.quotations', 'privacy.quotations_text', { years: quotationRetention.years }],
  ['privacy.invoices', 'privacy.invoices_text', { years: invoiceRetention.years }],
  [
    'privacy.payments',
    'privacy.payments_text',
    { months: paymentRetention.meansMonths, days: paymentRetention.attemptDays },
  ],
  ['privacy.emails', 'privacy.emails_text', { days: emailRetention.days }],
  ['privacy.visits', 'privacy.visits_text', { years: visitRetention.years }],
  ['privacy.safety', 'privacy.safety_text', { months: auditRetention.months }],
] as const

const rights = [
  'privacy.right_see',
  'privacy.right_correct',
  'privacy.right_remove',
  'privacy.right_guest',
  'privacy.right_ask',
] as const
