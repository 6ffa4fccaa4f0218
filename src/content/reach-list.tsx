import type { ReactNode } from 'react'
import { buildTelephoneUrl, buildWhatsAppUrl } from './reach-links.ts'
import { useTranslator } from '#platform/pages/page.tsx'
import styles from './reach-list.module.css'
import { useGlobal } from './global.ts'

/** The contact details of the company. `children`: more rows. */
export function ContactList({ children }: { children?: ReactNode }) {
  const { t } = useTranslator()
  const { address, email, telephone, whatsApp } = useGlobal()
  const contacts: [label: string, value: string | null, url?: string][] = [
    [t('shell.address'), address],
    [t('shell.email'), email, `mailto:${email}`],
    [t('shell.telephone'), telephone, buildTelephoneUrl(telephone)],
    [t('shell.whatsapp'), whatsApp, buildWhatsAppUrl(whatsApp)],
  ]
  return (
    <dl className={styles.list}>
      {contacts
        .filter(([, value]) => value)
        .map(([label, value, url]) => (
          <ContactRow key={label} label={label}>
            {url ? <a href={url}>{value}</a> : value}
          </ContactRow>
        ))}
      {children}
    </dl>
  )
}

export const ContactRow = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="line-3">
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)
