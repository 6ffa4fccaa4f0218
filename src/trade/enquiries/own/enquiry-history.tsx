import { useOwnData } from '#people/accounts/member/use-own-data.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { href } from '#routes/public.ts'
import type { EnquiriesApi, OwnEnquiry } from '../contract.ts'
import { AttachmentList } from './attachment-list.tsx'
import { describeAmount, describeChoices } from '../describe-line.ts'
import styles from './enquiry-history.module.css'

/** The enquiries of the signed-in member and whether the company has answered them. */
export function EnquiryHistory() {
  const { t } = useTranslator()
  const api = useApi<EnquiriesApi>()
  const { result, retry } = useOwnData(() => api.getOwnEnquiries({}))
  if (result === 'loading') return null
  return (
    <section aria-labelledby="enquiries">
      <h2 id="enquiries" className={styles.title}>
        {t('enquiry.own_title')}
      </h2>
      {result === 'failed' && (
        <Notice
          title={t('enquiry.own_failed')}
          tone="error"
          heading="h3"
          action={<Button onClick={retry}>{t('dashboard.retry')}</Button>}
        />
      )}
      {typeof result === 'object' && result.data.length === 0 && (
        <p className={styles.none}>
          {t('enquiry.own_none')}{' '}
          <ButtonLink look="quiet" to={href('products')}>
            {t('enquiry.empty_action')}
          </ButtonLink>
        </p>
      )}
      {typeof result === 'object' && result.data.length > 0 && (
        <ul role="list" className={styles.enquiries}>
          {result.data.map((enquiry) => (
            <li key={enquiry.code}>
              <Enquiry enquiry={enquiry} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Enquiry({ enquiry: { code, asked_at, answered, lines, files } }: { enquiry: OwnEnquiry }) {
  const translator = useTranslator()
  const { t } = translator
  const subject = t('enquiry.own_about', { code })
  return (
    <article className={styles.enquiry} aria-label={subject}>
      <header>
        <h3>{lines.map(({ product }) => product).join(', ')}</h3>
        <span className={styles.state} data-answered={answered || undefined}>
          {t(answered ? 'enquiry.own_answered' : 'enquiry.own_open')}
        </span>
        <p>
          {translator.moment(new Date(asked_at))} · {t('booking.success_reference')} {code}
        </p>
      </header>
      <ul role="list" className={styles.lines}>
        {lines.map(({ product, notes, chosen, ...line }, index) => (
          <li key={index}>
            <strong>{product}</strong> {describeAmount(translator, line, '')}
            {[...describeChoices(translator, chosen, line), notes].filter(Boolean).map((text) => (
              <p className="note" key={text}>
                {text}
              </p>
            ))}
          </li>
        ))}
      </ul>
      {files.length > 0 && <AttachmentList files={files} of={{ enquiry: code }} />}
      <p>
        <ButtonLink look="quiet" to={href('contact', null, { subject })}>
          {t('enquiry.own_write')}
        </ButtonLink>
      </p>
    </article>
  )
}
