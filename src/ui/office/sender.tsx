import { useWords } from '../../platform/pages/page.tsx'
import { Fact } from './file.tsx'
import styles from './sender.module.css'

/** How somebody is reached, each way a press away. The subject names what it is about. */
export function Reach({ email, phone, subject }: { email: string; phone?: string; subject: string }) {
  const { t } = useWords()
  return (
    <>
      {email && (
        <Fact name={t('office.email')}>
          <a href={mailTo(email, subject)}>{email}</a>
        </Fact>
      )}
      {phone && (
        <Fact name={t('office.phone')}>
          <span className={styles.ways}>
            <a href={`tel:${dialled(phone)}`}>{phone}</a>
            <a href={`https://wa.me/${dialled(phone).replace('+', '')}`} target="_blank" rel="noreferrer">
              {t('office.whatsapp')}
            </a>
          </span>
        </Fact>
      )}
    </>
  )
}

export const mailTo = (email: string, subject: string) =>
  `mailto:${encodeURIComponent(email).replace('%40', '@')}?subject=${encodeURIComponent(subject)}`

/** As a telephone takes it from anywhere; a number without its country is one of ours. */
function dialled(phone: string): string {
  const digits = phone
    .replace(/[০-৯]/g, (digit) => String(digit.charCodeAt(0) - 0x09e6))
    .replace('(0)', '')
    .replace(/[^\d+]/g, '')
  return digits
    .replace(/^00/, '+')
    .replace(/^0(?=[1-9])/, '+880')
    .replace(/^8800?(?=[1-9])/, '+880')
}
