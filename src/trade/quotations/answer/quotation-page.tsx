import { isNotFound } from '#platform/errors.ts'
import { navigate, useApi, useRejectedForm, useTranslator, type Page } from '#platform/pages/page.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Choice } from '#ui/form/radio-group.tsx'
import { TextArea } from '#ui/form/field.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { endpoints, href, queryString } from '#routes/public.ts'
import type { PublicQuotation, QuotationsApi } from '../contract.ts'
import { Offer } from './offer.tsx'
import styles from './quotation-page.module.css'

interface Data {
  token: string
  /** Null if the link is invalid or no longer valid. */
  read: PublicQuotation | null
  answered: boolean
}

/**
 * The quotation page behind the link in the email. The buyer reads, downloads and answers the quotation here; opening
 * the page changes nothing.
 */
export const quotationPage: Page<QuotationsApi, Data> = {
  fresh: true,
  reads: ['quotation', 'answered'],
  async load({ api, place: { query } }) {
    const token = query.get('quotation') ?? ''
    const answered = query.has('answered')
    if (token === '') return { token, read: null, answered }
    try {
      return { token, read: await api.getQuotation({ token }), answered }
    } catch (error) {
      if (!isNotFound(error)) throw error
      return { token, read: null, answered }
    }
  },
  async act(api, form) {
    const answer = readAnswer(form)
    await api.answerQuotation(answer)
    return answeredPath(answer.token)
  },
  head: ({ read }, { t }) => ({ title: [t('quotation.one'), read?.number].filter(Boolean).join(' '), hidden: true }),
  View: QuotationView,
}

const answers = ['accept', 'ask', 'decline'] as const
type Answer = (typeof answers)[number]

const readAnswer = (form: FormData | URLSearchParams) => ({
  token: String(form.get('token') ?? ''),
  answer: String(form.get('answer') ?? '') as Answer,
  text: String(form.get('text') ?? ''),
})

const answeredPath = (token: string) => href('quotation', null, { quotation: token, answered: 1 })

function QuotationView({ data: { token, read, answered } }: { data: Data }) {
  const { t, language } = useTranslator()
  if (!read)
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
  return (
    <div className={`container ${styles.page}`}>
      <header className="stack-3 left">
        <h1>
          {t('quotation.one')} <span className={styles.number}>{read.number}</span>
        </h1>
        <p className="lead" role={answered ? 'status' : undefined}>
          {answered ? t('quotation.answered') : t(`quotation.said_${read.state}`, { number: read.newer ?? '' })}
        </p>
        <a
          className={styles.paper}
          href={endpoints.getQuotationPaper[1] + queryString({ token, language })}
          download={`${read.number}.pdf`}
        >
          {t('quotation.paper')}
        </a>
      </header>
      <Offer offered={read.offered} sentOn={read.sent_on} />
      {read.state === 'sent' && !answered && <AnswerForm token={token} />}
    </div>
  )
}

/** Scripts send this form to the API; without scripts it is posted to its own page. */
function AnswerForm({ token }: { token: string }) {
  const { t, language } = useTranslator()
  const api = useApi<QuotationsApi>()
  const rejection = useRejectedForm()
  const { form, busy, failure, error } = useForm(
    async ({ data, orUnsure }) => {
      await orUnsure(api.answerQuotation(readAnswer(data)))
      navigate(answeredPath(token), language, 'replace')
    },
    { posted: rejection, again: true },
  )
  return (
    <section className="no-print stack-4" aria-labelledby="answer">
      <h2 id="answer">{t('quotation.answer')}</h2>
      <form {...form} method="post" className={styles.form}>
        <input type="hidden" name="token" value={token} />
        <Choice
          legend={<span className="visually-hidden">{t('quotation.answer')}</span>}
          name="answer"
          chosen={answers.find((option) => option === rejection?.typed['answer']) ?? 'ask'}
          options={answers.map((option) => [option, t(`quotation.answer_${option}`)])}
        />
        <TextArea
          label={t('quotation.answer_text')}
          hint={t('quotation.answer_hint')}
          name="text"
          rows={4}
          maxLength={2000}
          defaultValue={rejection?.typed['text'] ?? ''}
          error={error('text')}
        />
        {failure && <Failure>{failure}</Failure>}
        <Button type="submit" busy={busy}>
          {t('quotation.answer_send')}
        </Button>
      </form>
    </section>
  )
}
