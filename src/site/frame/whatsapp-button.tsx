import { useGlobal } from '#content/global.ts'
import { buildWhatsAppUrl } from '#content/reach-links.ts'
import { useRoute, useBreadcrumbs, useTranslator } from '#platform/pages/page.tsx'
import { Icon } from '#ui/icons.tsx'
import { inLanguage } from '#routes/public.ts'
import { watchFloating } from './watch-floating.ts'
import styles from './whatsapp-button.module.css'

/** On a phone, a button near the thumb that opens a WhatsApp message naming the page. It never covers a control. */
export function WhatsAppButton() {
  const { t } = useTranslator()
  const { name, whatsApp, publicUrl } = useGlobal()
  const { path, language } = useRoute()
  const page = useBreadcrumbs().at(-1)?.name ?? name
  if (!whatsApp) return null
  const label = t('shell.whatsapp')
  const text = t('shell.whatsapp_text', { page, address: publicUrl + inLanguage(path, language) })
  return (
    <aside className="no-print" aria-label={label}>
      <a ref={watchFloating} className={styles.button} href={buildWhatsAppUrl(whatsApp, text)}>
        <Icon name="chat" />
        <span className="visually-hidden">{label}</span>
      </a>
    </aside>
  )
}
