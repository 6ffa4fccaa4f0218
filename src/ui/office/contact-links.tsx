import { useTranslator } from '#platform/pages/page.tsx'
import { Fact } from './record-page.tsx'

/** The contact details of a person as links. The subject names the topic. */
export function ContactLinks({
  email,
  phone,
  subject,
}: {
  email: string
  /** E.164. */
  phone?: string
  subject: string
}) {
  const { t } = useTranslator()
  return (
    <>
      {email && (
        <Fact name={t('office.email')}>
          <a href={mailtoUrl(email, subject)}>{email}</a>
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

const mailtoUrl = (email: string, subject: string) =>
  `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(subject)}`
