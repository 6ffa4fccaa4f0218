import { useState } from 'react'
import { useOwnData } from '#people/accounts/member/use-own-data.ts'
import { ApiError } from '#platform/errors.ts'
import { navigate } from '#platform/pages/navigate.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { href } from '#routes/public.ts'
import drawing from '../../../../art/svg/empty-enquiries.svg'
import { AttachmentList } from '../../enquiries/files/attachment-list.tsx'
import type { OwnEnquiriesApi } from '../contract.ts'
import styles from './enquiry-history.module.css'
import { EnquirySummary } from './enquiry-summary.tsx'

/** The enquiries of the signed-in member with their state. */
export function EnquiryHistory() {
  const { t } = useTranslator()
  const api = useApi<OwnEnquiriesApi>()
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
      {typeof result === 'object' &&
        (result.data.length === 0 ? (
          <div className={styles.none}>
            <img src={drawing} alt="" width={120} height={80} />
            <p>
              {t('enquiry.own_none')}{' '}
              <ButtonLink variant="quiet" to={href('products')}>
                {t('enquiry.empty_action')}
              </ButtonLink>
            </p>
          </div>
        ) : (
          <ul role="list" className={styles.enquiries}>
            {result.data.map((enquiry) => (
              <li key={enquiry.code}>
                <EnquirySummary enquiry={enquiry} heading="h3">
                  {enquiry.files.length > 0 && (
                    <AttachmentList files={enquiry.files} owner={{ enquiry: enquiry.code }} />
                  )}
                  <OpenEnquiry code={enquiry.code} />
                </EnquirySummary>
              </li>
            ))}
          </ul>
        ))}
    </section>
  )
}

/** Opens the page with the quotations and the conversation. */
function OpenEnquiry({ code }: { code: string }) {
  const { t, language } = useTranslator()
  const { openOwnEnquiry } = useApi<OwnEnquiriesApi>()
  const [state, setState] = useState<{ isBusy: boolean; failure?: string }>({ isBusy: false })
  async function openEnquiry() {
    setState({ isBusy: true })
    try {
      const { token } = await openOwnEnquiry({ code })
      navigate(href('enquiryStatus', null, { enquiry: token }), language)
      setState({ isBusy: false })
    } catch (error) {
      setState({ isBusy: false, failure: (error instanceof ApiError && error.message) || t('failure.offline') })
    }
  }
  return (
    <div>
      <p role="alert" className="error">
        {state.failure}
      </p>
      <Button variant="secondary" isBusy={state.isBusy} onClick={() => void openEnquiry()}>
        {t('enquiry.view')} <span className="visually-hidden">{code}</span>
      </Button>
    </div>
  )
}
