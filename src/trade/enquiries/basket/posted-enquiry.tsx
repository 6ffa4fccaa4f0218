import { useRejectedForm, useTranslator } from '#platform/pages/page.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { SelectField, TextArea, TextField } from '#ui/form/field.tsx'
import { OptionalLabel } from '#ui/form/optional-label.tsx'
import { Notice } from '#ui/notice.tsx'
import { href, inLanguage } from '#routes/public.ts'
import { describeChoices } from '../describe-line.ts'
import { unitLabels } from '../labels.ts'
import { choiceNames, enquiryLimits } from '../limits.ts'
import styles from './enquiry-form.module.css'
import type { RequestedLine } from './requested-line.ts'

/** The enquiry about one product without scripts. The form is posted to its own page. Only the server renders it. */
export function PostedEnquiry({ line, requestKey }: { line: RequestedLine; requestKey: string }) {
  const translator = useTranslator()
  const { t, language } = translator
  const rejection = useRejectedForm()
  const { product, chosen: chosenOptions, amount, query } = line
  const values = rejection?.values ?? {}
  const getError = (name: string) => rejection?.errors[name]?.[0]
  const lineError = Object.entries(rejection?.errors ?? {}).find(([name]) => !shownErrorNames.includes(name))?.[1][0]
  const failure = lineError ?? (rejection && Object.keys(rejection.errors).length === 0 ? rejection.message : null)
  const namedChoices = Object.fromEntries(
    choiceNames.map((name) => [name, (chosenOptions[name] ?? []).map((choice) => choice.name)]),
  )
  return (
    <form method="post" noValidate action={inLanguage(href('enquiry') + query, language)} className={styles.form}>
      <section className="stack-4">
        <h2 className="size-4">{product.name}</h2>
        <ul role="list" className="stack-1">
          {describeChoices(translator, namedChoices).map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <input type="hidden" name="product" value={product.slug} />
        {choiceNames.flatMap((name) =>
          (chosenOptions[name] ?? []).map(({ value }) => (
            <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
          )),
        )}
        <TextField
          label={<OptionalLabel>{t('enquiry.quantity')}</OptionalLabel>}
          name="amount"
          inputMode="numeric"
          defaultValue={values['amount'] ?? amount.quantity}
          error={getError('lines.0.amount')}
        />
        <SelectField
          label={t('enquiry.unit')}
          name="unit"
          defaultValue={values['unit'] ?? amount.unit}
          error={getError('lines.0.unit')}
        >
          {product.choices!.units.map((unit) => (
            <option key={unit} value={unit}>
              {t(unitLabels[unit])}
            </option>
          ))}
        </SelectField>
        <p>
          <ButtonLink variant="quiet" to={href('product', { slug: product.slug })}>
            {t('product.sheet_link')}
          </ButtonLink>
        </p>
      </section>
      <section className={styles.who}>
        <h2 className="size-4">{t('enquiry.who')}</h2>
        {(['company', 'name', 'email', 'phone'] as const).map((name) => (
          <TextField
            key={name}
            label={name === 'phone' ? <OptionalLabel>{t('enquiry.phone')}</OptionalLabel> : t(`enquiry.${name}`)}
            name={name}
            type={name === 'email' ? 'email' : 'text'}
            required={name !== 'phone'}
            defaultValue={values[name]}
            error={getError(name)}
          />
        ))}
        <TextArea
          label={<OptionalLabel>{t('enquiry.message')}</OptionalLabel>}
          name="message"
          rows={3}
          maxLength={enquiryLimits.message}
          defaultValue={values['message']}
          error={getError('message')}
        />
        <p className="visually-hidden" aria-hidden="true">
          <input name="website" tabIndex={-1} autoComplete="off" aria-label="Website" />
        </p>
        <input type="hidden" name="key" value={values['key'] ?? requestKey} />
        {failure && (
          <Notice tone="error" heading="h3" title={t('contact.failed')}>
            <p>{failure}</p>
          </Notice>
        )}
        <Button type="submit">{t('enquiry.send')}</Button>
        <p className="note">{t('enquiry.terms')}</p>
      </section>
    </form>
  )
}

/** The fields that show their own errors. */
const shownErrorNames = ['company', 'name', 'email', 'phone', 'message', 'lines.0.amount', 'lines.0.unit']
