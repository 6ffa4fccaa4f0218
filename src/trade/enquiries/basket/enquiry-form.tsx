import { Fragment, useLayoutEffect } from 'react'
import { useSession } from '#people/accounts/portal/use-session.ts'
import { Link, useTranslator } from '#platform/pages/page.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { TextArea, TextField } from '#ui/form/field.tsx'
import { fillIn } from '#ui/form/prefill.ts'
import { OptionalLabel } from '#ui/form/optional-label.tsx'
import { Notice } from '#ui/notice.tsx'
import { href } from '#routes/public.ts'
import type { Line } from './basket.ts'
import type { ListedProduct } from '../contract.ts'
import styles from './enquiry-form.module.css'
import { EnquiryLine } from './enquiry-line.tsx'
import { FileField, Progress } from '../files/file-field.tsx'
import { useFiles } from '../files/use-files.ts'
import { enquiryLimits, fileLimits } from '../limits.ts'
import { RemovedLineNotice, type Removal } from './removed-line.tsx'
import type { SentEnquiry } from './sent-enquiry.ts'
import { useEnquiry } from './use-enquiry.ts'

interface Props {
  lines: readonly Line[]
  products: ListedProduct[] | null
  removed: Removal | null
  onRemove: (index: number) => void
  onBack: () => void
  onSent: (sent: SentEnquiry) => void
}

/** The enquiry lines and the contact details. The basket stores the lines; the other fields are stored in this tab. */
export function EnquiryForm({ lines, products, removed, onRemove, onBack, onSent }: Props) {
  const { t } = useTranslator()
  const { user } = useSession()
  const findProduct = ({ slug }: Line) => products?.find((product) => product.slug === slug)
  const isGone = (line: Line) => products !== null && !findProduct(line)
  const files = useFiles(fileLimits.enquiry)
  const enquiry = useEnquiry({ lines, toProduct: findProduct, isGone, files, onSent })
  const { form, isBusy, errors, error, failure, clear: clearError, percent } = enquiry

  useLayoutEffect(() => {
    if (user) fillIn(form.ref.current!, { name: user.name })
  }, [user, form.ref])

  function remove(index: number) {
    clearError()
    onRemove(index)
  }
  const removalNotice = removed && <RemovedLineNotice {...removed} onBack={onBack} />
  return (
    <form {...form} className={styles.form}>
      <section aria-labelledby="enquiry-lines">
        <h2 id="enquiry-lines" className="visually-hidden">
          {t('products.title')}
        </h2>
        <ol role="list" className={styles.lines}>
          {lines.map((line, index) => (
            <Fragment key={line.slug}>
              {removed?.index === index && <li>{removalNotice}</li>}
              <li>
                <EnquiryLine
                  line={line}
                  index={index}
                  product={findProduct(line)}
                  isGone={isGone(line)}
                  isShort={lines.length <= 2}
                  errors={errors}
                  onRemove={() => remove(index)}
                  onClearError={clearError}
                />
              </li>
            </Fragment>
          ))}
          {removed && removed.index >= lines.length && <li>{removalNotice}</li>}
        </ol>
        <ButtonLink variant="quiet" to={href('products')}>
          {t('enquiry.add_more')}
        </ButtonLink>
      </section>
      <section className={styles.who} aria-labelledby="enquiry-who">
        <h2 className="size-4" id="enquiry-who">
          {t('enquiry.who')}
        </h2>
        <TextField
          label={t('enquiry.company')}
          name="company"
          autoComplete="organization"
          required
          error={error('company')}
        />
        <TextField label={t('enquiry.name')} name="name" autoComplete="name" required error={error('name')} />
        <TextField
          label={t('enquiry.email')}
          name="email"
          type="email"
          autoComplete="email"
          required
          error={error('email')}
        />
        <TextField
          label={<OptionalLabel>{t('enquiry.phone')}</OptionalLabel>}
          name="phone"
          type="tel"
          autoComplete="tel"
          error={error('phone')}
        />
        <TextArea
          label={<OptionalLabel>{t('enquiry.message')}</OptionalLabel>}
          hint={t('enquiry.message_hint')}
          name="message"
          rows={3}
          maxLength={enquiryLimits.message}
          error={error('message')}
        />
        <FileField label={t('files.enquiry')} files={files} errors={errors} onClearError={clearError} />
        <p className="visually-hidden" aria-hidden="true">
          <input name="website" tabIndex={-1} autoComplete="off" aria-label="Website" />
        </p>
        {failure && (
          <Notice tone="error" heading="h3" title={t('contact.failed')}>
            <p>{failure}</p>
          </Notice>
        )}
        <Progress percent={percent} />
        <Button type="submit" isBusy={isBusy}>
          {t(isBusy ? 'contact.sending' : 'enquiry.send')}
        </Button>
        <p className="note">
          {t('enquiry.terms')} <Link to={href('privacy')}>{t('privacy.hint')}</Link>
        </p>
      </section>
    </form>
  )
}
