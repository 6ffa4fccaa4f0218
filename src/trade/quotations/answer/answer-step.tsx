import { ApiError } from '#platform/errors.ts'
import { navigate } from '#platform/pages/navigate.ts'
import { useApi, useRejectedForm, useTranslator } from '#platform/pages/page.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { FactList } from '#ui/fact-list.tsx'
import { TextArea, TextField } from '#ui/form/field.tsx'
import { OptionalLabel } from '#ui/form/optional-label.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { QuantityFields } from '../../orders/quantity-fields.tsx'
import { formatSum } from '../amounts.ts'
import type { PublicQuotation, QuotationsApi } from '../contract.ts'
import { buildQuotationPath, readAnswer, type Answer } from './answers.ts'
import styles from './quotation-page.module.css'

/**
 * The page of one answer: a summary of the quotation, and the form. With scripts the form calls the API. Without
 * scripts it posts to the URL of the page.
 */
export function AnswerStep({
  token,
  quotation: { number, offered },
  answer,
}: {
  token: string
  quotation: PublicQuotation
  answer: Answer
}) {
  const translator = useTranslator()
  const { t, day, language } = translator
  const api = useApi<QuotationsApi>()
  const rejection = useRejectedForm()
  const { form, isBusy, failure, error } = useForm(
    async ({ data, sendOnce }) => {
      const result = await sendOnce(api.answerQuotation, readAnswer(data)).then(() => answer, toRejectedResult)
      navigate(buildQuotationPath(token, { result }), language, 'replace')
    },
    { posted: rejection, isRepeatable: true },
  )
  return (
    <>
      <header className="stack-4 left">
        <h1>{t(`quotation.title_${answer}`)}</h1>
        <div className={styles.summary}>
          <FactList
            facts={[
              { label: t('quotation.number'), text: number },
              { label: t('quotation.total'), text: formatSum(translator, offered.currency, offered.total_minor) },
              { label: t('quotation.valid_until'), text: day(offered.valid_until) },
            ]}
          />
        </div>
        <p>{t(`quotation.text_${answer}`, { company: offered.company, day: offered.valid_until })}</p>
      </header>
      <form {...form} method="post" className={styles.form}>
        <input type="hidden" name="token" value={token} />
        <input type="hidden" name="answer" value={answer} />
        {answer === 'accept' && <QuantityFields offered={offered} typed={rejection?.values} error={error} />}
        <AnswerField answer={answer} typed={rejection?.values ?? {}} error={error} />
        {failure && <Failure>{failure}</Failure>}
        <div className={styles.choices}>
          <Button type="submit" isBusy={isBusy}>
            {t(`quotation.confirm_${answer}`)}
          </Button>
          <ButtonLink variant="quiet" to={buildQuotationPath(token)}>
            {t('quotation.back')}
          </ButtonLink>
        </div>
      </form>
    </>
  )
}

/**
 * Shows the page of the quotation if it was closed in the meantime or if its link was replaced. The page explains the
 * rejection.
 */
function toRejectedResult(error: unknown): 'refused' {
  if (error instanceof ApiError && [404, 409].includes(error.status)) return 'refused'
  throw error
}

function AnswerField({
  answer,
  typed,
  error,
}: {
  answer: Answer
  typed: Readonly<Record<string, string>>
  error: (name: string) => string | undefined
}) {
  const { t } = useTranslator()
  const name = answer === 'accept' ? 'name' : 'text'
  const fieldProps = {
    name,
    required: answer !== 'decline',
    defaultValue: typed[name],
    error: error(name),
    // A page that was rendered with an error starts at its field.
    autoFocus: error(name) !== undefined,
  }
  if (answer === 'accept')
    return (
      <TextField
        {...fieldProps}
        label={t('quotation.accept_name')}
        hint={t('quotation.accept_name_hint')}
        autoComplete="name"
        maxLength={100}
      />
    )
  return (
    <TextArea
      {...fieldProps}
      label={
        answer === 'ask' ? t('quotation.ask_message') : <OptionalLabel>{t('quotation.decline_reason')}</OptionalLabel>
      }
      rows={4}
      maxLength={2000}
    />
  )
}
