import { isNotFound } from '#platform/errors.ts'
import { Link, useRejectedForm, useTranslator, type Page } from '#platform/pages/page.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { FactList } from '#ui/fact-list.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { Notice } from '#ui/notice.tsx'
import { linkedEndpoints } from '#routes/linked-api.ts'
import { href, queryString } from '#routes/public.ts'
import { formatSum } from '../amounts.ts'
import type { PublicQuotation, QuotationsApi } from '../contract.ts'
import { listAcceptance, listQuotationTerms } from '../terms.ts'
import { AnswerStep } from './answer-step.tsx'
import { answers, buildQuotationPath, readAnswer, answerResults, type Answer, type AnswerResult } from './answers.ts'
import { Offer } from './offer.tsx'
import styles from './quotation-page.module.css'

interface Data {
  token: string
  /** Null if the link is invalid or no longer valid. */
  read: PublicQuotation | null
  /** The answer that the buyer is giving. */
  answer: Answer | null
  /** The answer that was just given. */
  result: AnswerResult | null
}

/**
 * The quotation page behind the link in the email. The buyer reads and downloads the quotation here. Each answer is a
 * step with an address of its own. Opening the page changes nothing.
 */
export const quotationPage: Page<QuotationsApi, Data> = {
  isUncached: true,
  queryNames: ['quotation', 'answer', 'result'],
  async load({ api, route: { query } }) {
    const token = query.get('quotation') ?? ''
    const answer = answers.find((value) => value === query.get('answer')) ?? null
    const result = answerResults.find((value) => value === query.get('result')) ?? null
    if (token === '') return { token, read: null, answer, result }
    try {
      return { token, read: await api.getQuotation({ token }), answer, result }
    } catch (error) {
      if (!isNotFound(error)) throw error
      return { token, read: null, answer, result }
    }
  },
  async submit(api, form) {
    const answerForm = readAnswer(form)
    await api.answerQuotation(answerForm)
    return buildQuotationPath(answerForm.token, { result: answerForm.answer })
  },
  head: ({ read, answer }, { t }) => {
    const name = read?.state === 'sent' && answer ? t(`quotation.title_${answer}`) : t('quotation.one')
    const stateText = read && read.state !== 'sent' && t(stateLabels[read.state])
    return {
      title: [[name, read?.number].filter(Boolean).join(' '), stateText].filter(Boolean).join(', '),
      hidden: true,
    }
  },
  View: QuotationView,
}

const stateLabels = {
  accepted: 'quotation.state_accepted',
  declined: 'quotation.state_declined',
  expired: 'quotation.state_expired',
  superseded: 'quotation.state_superseded',
  withdrawn: 'quotation.state_withdrawn',
  lost: 'quotation.state_closed',
} as const
type ClosedState = keyof typeof stateLabels

function QuotationView({ data: { token, read: publicQuotation, answer, result } }: { data: Data }) {
  if (!publicQuotation) return <NoQuotation />
  return (
    <div className={`container ${styles.page}`}>
      {publicQuotation.state === 'sent' && answer ? (
        <AnswerStep key={answer} token={token} quotation={publicQuotation} answer={answer} />
      ) : (
        <Quotation token={token} quotation={publicQuotation} result={result} />
      )}
    </div>
  )
}

function NoQuotation() {
  const { t } = useTranslator()
  return (
    <div className={`container ${styles.page}`}>
      <header className="stack-3 left">
        <h1>{t('quotation.one')}</h1>
        <p className="lead">{t('quotation.page_none')}</p>
        <p>{t('quotation.page_none_text')}</p>
        <ButtonLink to={href('contact')}>{t('home.talk_action')}</ButtonLink>
      </header>
    </div>
  )
}

/** The quotation with its state, and the possible answers while it is open. */
function Quotation({
  token,
  quotation,
  result,
}: {
  token: string
  quotation: PublicQuotation
  result: AnswerResult | null
}) {
  const translator = useTranslator()
  const { t, day, language } = translator
  const { number, state, offered, questions } = quotation
  const isQuestionSent = result === 'ask' && questions.length > 0
  return (
    <>
      <header className="stack-4 left">
        <h1>
          {t('quotation.one')} <span className={styles.number}>{number}</span>
        </h1>
        {state === 'sent' ? (
          <p className="lead" role={isQuestionSent ? 'status' : undefined}>
            {t(isQuestionSent ? 'quotation.question_received' : 'quotation.notice_sent', { day: offered.valid_until })}
          </p>
        ) : (
          <>
            <ResultMessage state={state} result={result} />
            <Outcome token={token} quotation={quotation} state={state} />
          </>
        )}
        <a
          className={styles.paper}
          href={linkedEndpoints.getQuotationPdf[1] + queryString({ token, language })}
          download={`${number}.pdf`}
        >
          {t('quotation.download_pdf')}
        </a>
      </header>
      <Offer content={offered} terms={listQuotationTerms(offered, quotation.sent_on, translator)} />
      {questions.length > 0 && (
        <section className="stack-3" aria-labelledby="questions">
          <h2 id="questions">{t('quotation.questions')}</h2>
          <ul role="list" className="stack-3">
            {questions.map(({ asked_on, text }, index) => (
              <li key={index} className={styles.question}>
                <p className="small">{day(asked_on)}</p>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
      {state === 'sent' && <Choices token={token} />}
    </>
  )
}

/** The message after an answer. A form posted without scripts that came too late is rejected on this page. */
function ResultMessage({ state, result }: { state: ClosedState; result: AnswerResult | null }) {
  const { t } = useTranslator()
  const rejection = useRejectedForm()
  if (rejection?.status === 409 || result === 'refused') return <Failure>{t('quotation.not_recorded')}</Failure>
  const isRecorded = (result === 'accept' && state === 'accepted') || (result === 'decline' && state === 'declined')
  return (
    isRecorded && (
      <p role="status" className="bold">
        {t('quotation.answer_recorded')}
      </p>
    )
  )
}

/** The reason why a quotation can no longer be answered: who accepted or declined it and when, or how it was closed. */
function Outcome({ token, quotation, state }: { token: string; quotation: PublicQuotation; state: ClosedState }) {
  const translator = useTranslator()
  const { t, day } = translator
  const { ordered_minor, offered, closed_on, newer } = quotation
  const facts =
    state === 'accepted'
      ? [
          ...listAcceptance(quotation, translator),
          [t('orders.total'), formatSum(translator, offered.currency, ordered_minor ?? offered.total_minor)] as const,
        ]
      : state === 'declined'
        ? [[t('quotation.declined_on'), day(closed_on!)] as const]
        : []
  return (
    <Notice
      title={t(stateLabels[state])}
      action={
        state === 'accepted' ? (
          <ButtonLink to={href('order', null, { order: token })}>{t('orders.follow')}</ButtonLink>
        ) : (
          state !== 'superseded' && (
            <Link className="tall" to={href('contact')}>
              {t('home.talk_action')}
            </Link>
          )
        )
      }
    >
      {facts.length > 0 && (
        <div>
          <FactList facts={facts.map(([label, text]) => ({ label, text }))} />
        </div>
      )}
      <p>{t(`quotation.notice_${state}`, { number: newer ?? '', day: offered.valid_until })}</p>
    </Notice>
  )
}

function Choices({ token }: { token: string }) {
  const { t } = useTranslator()
  return (
    <section className="no-print stack-4" aria-labelledby="answer">
      <h2 id="answer">{t('quotation.answer')}</h2>
      <div className={styles.choices}>
        {answers.map((answer) => (
          <ButtonLink
            key={answer}
            variant={answer === 'accept' ? 'primary' : 'secondary'}
            to={buildQuotationPath(token, { answer })}
          >
            {t(`quotation.answer_${answer}`)}
          </ButtonLink>
        ))}
      </div>
    </section>
  )
}
