import { useState } from 'react'
import { isNotFound } from '#platform/errors.ts'
import { useTranslator, type Page } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { FactList } from '#ui/fact-list.tsx'
import { href } from '#routes/public.ts'
import { describeFile } from '../../enquiries/describe-file.ts'
import { formatSum } from '../../quotations/amounts.ts'
import type { OwnEnquiriesApi, SentEnquiry } from '../contract.ts'
import styles from './enquiry-status-page.module.css'
import { EnquirySummary } from './enquiry-summary.tsx'
import { Messages } from './messages.tsx'
import { WriteForm } from './write-form.tsx'

interface Data {
  token: string
  /** Null if the link is not valid or the enquiry was deleted. */
  enquiry: SentEnquiry | null
  /** The idempotency key of a message that is posted without scripts. */
  requestKey: string
  /** Whether a message was just posted without scripts. */
  isSent: boolean
}

/** The page behind the link in the acknowledgement of an enquiry or message. Opening it changes nothing. */
export const enquiryStatusPage: Page<OwnEnquiriesApi, Data> = {
  isUncached: true,
  queryNames: ['enquiry', 'sent'],
  async load({ api, route: { query } }) {
    const token = query.get('enquiry') ?? ''
    const data = { token, enquiry: null, requestKey: '', isSent: query.has('sent') }
    if (token === '') return data
    try {
      const enquiry = await api.getSentEnquiry({ token })
      return { ...data, enquiry, ...(import.meta.env.SSR && { requestKey: crypto.randomUUID() }) }
    } catch (error) {
      if (!isNotFound(error)) throw error
      return data
    }
  },
  filesFor: 'writeAboutEnquiry',
  async submit(api, form, receivedForm) {
    const [token, text, key] = ['token', 'text', 'key'].map((name) => form.get(name) ?? '') as [string, string, string]
    await api.writeAboutEnquiry({ token, text }, { received: receivedForm, ...(key && { key }) })
    return `${href('enquiryStatus', null, { enquiry: token, sent: 1 })}#write`
  },
  head: ({ enquiry }, { t }) => ({
    title: enquiry?.is_message ? t('enquiry.message_title') : [t('enquiry.title'), enquiry?.code].join(' ').trim(),
    hidden: true,
  }),
  View: EnquiryStatusView,
}

function EnquiryStatusView({ data: { enquiry, ...data } }: { data: Data }) {
  return (
    <div className={`container ${styles.page}`}>
      {enquiry ? <Status key={data.token} loaded={enquiry} {...data} /> : <InvalidLink />}
    </div>
  )
}

function InvalidLink() {
  const { t } = useTranslator()
  return (
    <header className="stack-3 left">
      <h1>{t('enquiry.title')}</h1>
      <p className="lead">{t('enquiry.link_invalid')}</p>
      <p>{t('enquiry.link_invalid_text')}</p>
      <ButtonLink to={href('contact')}>{t('home.talk_action')}</ButtonLink>
    </header>
  )
}

function Status({ loaded: loadedEnquiry, token, requestKey, isSent }: Omit<Data, 'enquiry'> & { loaded: SentEnquiry }) {
  const translator = useTranslator()
  const { t } = translator
  const [enquiry, setEnquiry] = useState(loadedEnquiry)
  const { state, is_message, files, quotations } = enquiry
  return (
    <>
      <header className="stack-3">
        <h1>{t(is_message ? 'enquiry.message_title' : 'enquiry.title')}</h1>
        <p className="lead">{t(`enquiry.next_${state}`)}</p>
      </header>
      <div className={styles.slip}>
        <EnquirySummary enquiry={enquiry} heading="h2">
          {files.length > 0 && (
            <ul role="list" className={styles.files} aria-label={t('files.enquiry')}>
              {files.map((file, index) => (
                <li key={index}>{describeFile(translator, file)}</li>
              ))}
            </ul>
          )}
        </EnquirySummary>
      </div>
      {quotations.length > 0 && (
        <section className="stack-4" aria-labelledby="quotations">
          <h2 id="quotations">{t('enquiry.quotations')}</h2>
          <ul role="list" className="stack-4">
            {quotations.map((quotation) => (
              <li key={quotation.number} className={styles.quotation}>
                <Quotation quotation={quotation} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <Messages enquiry={enquiry} />
      <WriteForm token={token} requestKey={requestKey} isSent={isSent} onSent={setEnquiry} />
    </>
  )
}

function Quotation({
  quotation: { number, state, sent_on, offered },
}: {
  quotation: SentEnquiry['quotations'][number]
}) {
  const translator = useTranslator()
  const { t, day } = translator
  return (
    <>
      <header className="line-4">
        <h3>
          {t('quotation.one')} {number}
        </h3>
        <p className="note">{t(`quotation.state_${state === 'lost' ? 'closed' : state}`)}</p>
      </header>
      <FactList
        facts={[
          { label: t('quotation.date'), text: day(sent_on) },
          ...(offered
            ? [
                { label: t('quotation.valid_until'), text: day(offered.valid_until) },
                { label: t('quotation.total'), text: formatSum(translator, offered.currency, offered.total_minor) },
              ]
            : []),
        ]}
      />
      {offered && (
        <ButtonLink
          variant={state === 'sent' ? 'primary' : 'secondary'}
          to={href('quotation', null, { quotation: offered.token })}
        >
          {t('enquiry.view_quotation')} <span className="visually-hidden">{number}</span>
        </ButtonLink>
      )}
    </>
  )
}
