import { useTranslator } from '#platform/pages/page.tsx'
import { Fact } from './record-page.tsx'

/** The contact details of a person as links. The subject names the topic. */
export function Reach({
  email,
  phone,
  subject,
}: {
  email: string
  /** The number as typed, and in the form to dial, which may begin with a plus. */
  phone?: { typed: string; dialled: string }
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
      {phone?.typed && (
        <Fact name={t('office.phone')}>
          <span className="line-5">
            <a href={`tel:${phone.dialled.replace(/[^\d+]/g, '')}`}>{phone.typed}</a>
            {phone.dialled.startsWith('+') && (
              <a href={`https://wa.me/${phone.dialled.slice(1)}`} target="_blank" rel="noreferrer">
                {t('office.whatsapp')}
              </a>
            )}
          </span>
        </Fact>
      )}
    </>
  )
}

const mailtoUrl = (email: string, subject: string) =>
  `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(subject)}`
