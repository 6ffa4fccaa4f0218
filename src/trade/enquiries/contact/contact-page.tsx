import type { ContentApi, GlobalData } from '#content/contract.ts'
import type { Captcha, EnquiriesApi } from '../contract.ts'
import { useTranslator, type Page } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { href } from '#routes/public.ts'
import { ContactForm } from './contact-form.tsx'
import { readContactForm } from './read-contact-form.ts'
import styles from './contact-page.module.css'
import { OfficeMap } from '#content/location-map.tsx'
import { PageHead } from '#ui/page-head.tsx'
import { ContactList, ContactRow } from '#content/reach-list.tsx'
import { useGlobal } from '#content/global.ts'

interface Data extends Pick<GlobalData, 'openingHours' | 'keyFigures' | 'legal'> {
  captcha: Captcha | null
  /** True on the confirmation page of a form posted without scripts. */
  isSent: boolean
  /** The subject given by the link to this page: a room, for example. */
  subject: string
}

export const contactPage: Page<EnquiriesApi & ContentApi, Data> = {
  isUncached: true,
  queryNames: ['sent', 'subject'],
  async load({ api, route: { query }, optional }) {
    const isSent = query.has('sent')
    const subject = query.get('subject')?.slice(0, MAX_SUBJECT_LENGTH) ?? ''
    const [{ openingHours, keyFigures, legal }, captcha] = await Promise.all([
      api.getGlobalData({}),
      isSent ? null : optional(api.getCaptcha({}), null),
    ])
    return {
      isSent,
      subject,
      openingHours,
      keyFigures,
      legal,
      captcha,
    }
  },
  async submit(api, form) {
    const message = readContactForm(form)
    await api.sendContact(message, { key: message.captcha_token })
    return href('contact', null, { sent: 1 })
  },
  head: ({ isSent }, { t }, { path }) => ({
    title: t(isSent ? 'contact.thanks_title' : 'contact.title'),
    description: t('contact.text'),
    trail: [{ name: t('contact.title'), path }],
    ...(isSent && { hidden: true }),
  }),
  View: ContactView,
}

const MAX_SUBJECT_LENGTH = 200

function ContactView({ data }: { data: Data }) {
  return data.isSent ? <ThankYouMessage /> : <GetInTouch {...data} />
}

function GetInTouch({ captcha, subject, openingHours, keyFigures, legal }: Omit<Data, 'isSent'>) {
  const { t, number } = useTranslator()
  const { map } = useGlobal()
  return (
    <>
      <PageHead ground="on-dark" title={t('contact.title')} text={t('contact.text')} />
      <div className={`container ${styles.body}`}>
        <section className={`on-dark ${styles.reach}`} aria-labelledby="reach-title">
          <h2 id="reach-title">{t('home.map_title')}</h2>
          <ContactList>
            {openingHours && <ContactRow label={t('contact.opening_hours')}>{openingHours}</ContactRow>}
            {(keyFigures.airport || map.linkUrl) && (
              <ContactRow label={t('contact.way')}>
                {keyFigures.airport}
                {map.linkUrl && <a href={map.linkUrl}>{t('home.map_open')}</a>}
              </ContactRow>
            )}
            {keyFigures.sampleDays !== null && (
              <ContactRow label={t('product.samples')}>
                {number(keyFigures.sampleDays)} {t('home.figure_sample')}
              </ContactRow>
            )}
            {legal.responsible && <ContactRow label={t('contact.person')}>{legal.responsible}</ContactRow>}
          </ContactList>
        </section>
        <section className="no-print" aria-labelledby="form-title">
          <h2 id="form-title">{t('contact.form_title')}</h2>
          <ContactForm key={subject} initialCaptcha={captcha} subject={subject} />
        </section>
      </div>
      <OfficeMap />
    </>
  )
}

function ThankYouMessage() {
  const { t } = useTranslator()
  return (
    <PageHead title={t('contact.thanks_title')} text={t('contact.thanks_text')}>
      <p className={styles.next}>
        <ButtonLink variant="secondary" to={href('contact')}>
          {t('contact.another')}
        </ButtonLink>
        <ButtonLink variant="quiet" to={href('home')}>
          {t('booking.back_home')}
        </ButtonLink>
      </p>
    </PageHead>
  )
}
