import type { ReactNode } from 'react'
import { useWords } from '../platform/page.tsx'
import { telephoneUrl, whatsAppUrl } from './reach.ts'
import styles from './reach-list.module.css'
import { useShell } from './shell.ts'

/** Every way to reach the company. */
export function ReachList() {
  const { t } = useWords()
  const { address, email, telephone, whatsApp } = useShell().global
  const ways: [label: string, value: ReactNode][] = [
    [t('shell.address'), address],
    [t('shell.email'), <a href={`mailto:${email}`}>{email}</a>],
    [t('shell.telephone'), <a href={telephoneUrl(telephone)}>{telephone}</a>],
    [t('shell.whatsapp'), <a href={whatsAppUrl(whatsApp)}>{whatsApp}</a>],
  ]
  return (
    <dl className={styles.list}>
      {ways.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
