import { useState } from 'react'
import { navigate } from '#platform/pages/navigate.ts'
import { sendOnce } from '#platform/http/send-once.ts'
import { Link, useApi, useTranslator, type Page } from '#platform/pages/page.tsx'
import { officeHref, officePages } from '#routes/office.ts'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useOffice } from '#ui/office/office-context.ts'
import { Chip, Fact, Facts, RecordPage, RecordSection, WrittenText } from '#ui/office/record-page.tsx'
import { History } from '#ui/office/history.tsx'
import { formatWhen } from '#ui/office/format-time.ts'
import { useToast } from '#ui/toast.tsx'
import { useAction } from '#ui/use-action.ts'
import { formatSum } from '../amounts.ts'
import { Offer } from '../answer/offer.tsx'
import { listQuotationTerms } from '../terms.ts'
import type { QuotationRecord, QuotationsOfficeApi, RevisionView } from './contract.ts'
import { DraftForm } from './draft-form.tsx'
import { QuotationDownloads } from './pdf-downloads.tsx'
import { SettleForm } from './settle-form.tsx'
import { getStateTone } from './tones.ts'
import styles from './quotation.module.css'

/** A quotation with its draft, its sent revisions and its outcome. */
export const officeQuotationPage: Page<QuotationsOfficeApi, QuotationRecord> = {
  load: ({ api, route }) => api.getQuotationRecord({ id: Number(route.params['id']) }),
  head: ({ revisions: [last] }, { t }) => ({
    title: [last!.number ?? t('quotation.state_draft'), last!.form.company].filter(Boolean).join(', '),
    hidden: true,
  }),
  View: QuotationView,
}

function QuotationView({ data: record }: { data: QuotationRecord }) {
  const translator = useTranslator()
  const { t } = translator
  const [lastRevision] = record.revisions as [RevisionView, ...RevisionView[]]
  const isDraft = lastRevision.state === 'draft'
  const history = <History subject={`quotation ${record.id}`} version={record} />
  const sentRevisions = record.revisions.filter(({ state }) => state !== 'draft')
  return (
    <RecordPage
      back={{ to: officePages.quotations, label: t('quotation.title') }}
      about={[
        lastRevision.number,
        record.enquiry && <EnquiryLink key="enquiry" code={record.enquiry} />,
        record.customer && (
          <Link key="customer" to={officeHref('customer', record.customer.id)}>
            {record.customer.name}
          </Link>
        ),
      ].reduce<React.ReactNode[]>(
        (parts, part) => (part ? [...parts, parts.length > 0 ? ' · ' : '', part] : parts),
        [],
      )}
      title={lastRevision.form.company || t('quotation.new')}
      state={<Chip tone={getStateTone(lastRevision.state)}>{t(`quotation.state_${lastRevision.state}`)}</Chip>}
      isWide={isDraft}
      aside={!isDraft && history}
    >
      {lastRevision.state === 'accepted' && (
        <div>
          <ButtonLink to={officeHref('order', record.id)}>{t('orders.follow')}</ButtonLink>
        </div>
      )}
      {isDraft ? (
        <DraftForm key={lastRevision.id} record={record} draft={lastRevision} />
      ) : (
        <SentRevision record={record} revision={lastRevision} />
      )}
      {(isDraft ? sentRevisions : sentRevisions.slice(1)).map((revision) => (
        <details key={revision.id} className={styles.earlier}>
          <summary>
            {revision.number} · {t(`quotation.state_${revision.state}`)}
            {revision.sent_at && ` · ${formatWhen(translator, revision.sent_at)}`}
          </summary>
          <Revision revision={revision} />
        </details>
      ))}
      {/* The table of the lines needs the whole width. */}
      {isDraft && history}
    </RecordPage>
  )
}

const EnquiryLink = ({ code }: { code: string }) => <Link to={officeHref('enquiry', code)}>{code}</Link>

/** A sent revision as the buyer reads it, with its outcome and the buyer's questions. */
function Revision({ revision }: { revision: RevisionView }) {
  const translator = useTranslator()
  const { t } = translator
  return (
    <>
      {revision.closed_at && (revision.reason || revision.state === 'accepted') && (
        <Outcome revision={revision} closedAt={revision.closed_at} />
      )}
      <Offer
        content={revision.offered}
        terms={listQuotationTerms(
          revision.offered,
          revision.sent_at && translator.clock(Date.parse(revision.sent_at))[0],
          translator,
        )}
      />
      {revision.questions.map(({ at, text }) => (
        <RecordSection key={at} title={`${t('quotation.question')}, ${formatWhen(translator, at)}`}>
          <WrittenText label={t('quotation.question')}>{text}</WrittenText>
        </RecordSection>
      ))}
      <QuotationDownloads revision={revision} />
    </>
  )
}

/** The acceptance of a revision, or the reason why it was closed. */
function Outcome({ revision, closedAt }: { revision: RevisionView; closedAt: string }) {
  const translator = useTranslator()
  const { t } = translator
  const { state, number, offered, ordered_minor, accepted_by, reason } = revision
  return (
    <RecordSection title={`${t(`quotation.state_${state}`)}, ${formatWhen(translator, closedAt)}`}>
      {state === 'accepted' && (
        <Facts>
          <Fact name={t('quotation.accepted_by')}>{accepted_by ?? t('quotation.accepted_by_staff')}</Fact>
          <Fact name={t('quotation.accepted_on')}>{translator.moment(new Date(closedAt))}</Fact>
          <Fact name={t('quotation.number')}>{number}</Fact>
          <Fact name={t('orders.total')}>
            {formatSum(translator, offered.currency, ordered_minor ?? offered.total_minor)}
          </Fact>
        </Facts>
      )}
      {reason && <WrittenText label={t('quotation.reason')}>{reason}</WrittenText>}
    </RecordSection>
  )
}

function SentRevision({ record, revision }: { record: QuotationRecord; revision: RevisionView }) {
  const translator = useTranslator()
  const { t, language } = translator
  const api = useApi<QuotationsOfficeApi>()
  const office = useOffice()
  const toast = useToast()
  const [isSettling, setIsSettling] = useState(false)
  const { run: runOperation, isBusy, failure } = useAction(t('quotation.failed'), office.refresh)
  const isOpen = revision.state === 'sent' || revision.state === 'expired'
  return (
    <>
      <Revision revision={revision} />
      {failure && <Failure>{failure}</Failure>}
      {isSettling ? (
        <SettleForm
          revision={revision}
          onDone={(updated) => {
            setIsSettling(false)
            office.show(updated)
          }}
          onClose={() => setIsSettling(false)}
        />
      ) : (
        <div className="row-2">
          {revision.state !== 'accepted' && (
            <Button
              isBusy={isBusy}
              onClick={() => void runOperation(async () => office.show(await api.reviseQuotation({ id: record.id })))}
            >
              {t('quotation.revise')}
            </Button>
          )}
          {isOpen && (
            <>
              <Button variant="secondary" onClick={() => setIsSettling(true)}>
                {t('quotation.record_outcome')}
              </Button>
              <Button
                variant="quiet"
                isBusy={isBusy}
                onClick={() =>
                  void runOperation(async () => {
                    office.show(await sendOnce(api.resendQuotation, { id: revision.id }, translator))
                    toast(t('quotation.sent_done', { email: revision.form.email }))
                  })
                }
              >
                {t('quotation.send_again')}
              </Button>
            </>
          )}
          <Button
            variant="quiet"
            isBusy={isBusy}
            onClick={() =>
              void runOperation(async () => {
                const { id } = await sendOnce(api.startQuotation, { copy: record.id }, translator)
                navigate(officeHref('quotation', id), language)
              })
            }
          >
            {t('quotation.copy')}
          </Button>
        </div>
      )}
    </>
  )
}
