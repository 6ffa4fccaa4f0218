import { buildTelephoneUrl, buildWhatsAppUrl } from './reach-links.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import styles from './reach-list.module.css'
import { useGlobal } from './global.ts'

/** The contact details of the company. */
export function ContactList({ openingHours = null }: { openingHours?: string | null }) {
  const { t } = useTranslator()
  const { address, email, telephone, whatsApp } = useGlobal()
  const contacts: [label: string, value: string | null, url?: string][] = [
    [t('shell.address'), address],
    [t('shell.email'), email, `mailto:${email}`],
    [t('shell.telephone'), telephone, buildTelephoneUrl(telephone)],
    [t('shell.whatsapp'), whatsApp, buildWhatsAppUrl(whatsApp)],
    [t('contact.opening_hours'), openingHours],
  ]
  return (
    <dl className={styles.list}>
      {contacts
        .filter(([, value]) => value)
        .map(([label, value, url]) => (
          <div className="line-3" key={label}>
            <dt>{label}</dt>
            <dd>{url ? <a href={url}>{value}</a> : value}</dd>
          </div>
        ))}
    </dl>
  )
}
