import { useTranslator } from '#platform/pages/page.tsx'
import { Fact } from './record-page.tsx'

/** The contact details of a person as links. The subject names the topic. */
export function ContactLinks({
  email,
  isConfirmed = null,
  phone,
  subject,
}: {
  email: string
  /** Whether the person has confirmed the address. Null: not shown. */
  isConfirmed?: boolean | null
  /** The phone number in E.164 format. */
  phone?: string
  subject: string
}) {
  const { t } = useTranslator()
  return (
    <>
      {email && (
        <Fact name={t('office.email')}>
          <span className="line-3">
            <a href={buildMailtoUrl(email, subject)}>{email}</a>
            {isConfirmed !== null && <small>{t(isConfirmed ? 'people.confirmed' : 'people.unconfirmed')}</small>}
          </span>
        </Fact>
      )}
      {phone && (
        <Fact name={t('office.phone')}>
          <span className="line-5">
            <a href={`tel:${phone}`}>{phone}</a>
            <a href={`https://wa.me/${phone.slice(1)}`} target="_blank" rel="noreferrer">
              {t('office.whatsapp')}
            </a>
          </span>
        </Fact>
      )}
    </>
  )
}

const buildMailtoUrl = (email: string, subject: string) =>
  `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(subject)}`
