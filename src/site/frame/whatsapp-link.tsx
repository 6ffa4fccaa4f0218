import { useGlobal } from '#content/global.ts'
import { buildWhatsAppUrl } from '#content/reach-links.ts'
import { useRoute, useBreadcrumbs, useTranslator } from '#platform/pages/page.tsx'
import { Icon } from '#ui/icons.tsx'
import { inLanguage } from '#routes/public.ts'

/** Opens a WhatsApp message that names the page. */
export function WhatsAppLink({ className }: { className?: string | undefined }) {
  const { t } = useTranslator()
  const { name, whatsApp, publicUrl } = useGlobal()
  const { path, language } = useRoute()
  const pageName = useBreadcrumbs().at(-1)?.name ?? name
  if (!whatsApp) return null
  const text = t('shell.whatsapp_text', { page: pageName, address: publicUrl + inLanguage(path, language) })
  return (
    <a className={className} href={buildWhatsAppUrl(whatsApp, text)}>
      <Icon name="chat" />
      {t('shell.whatsapp')}
    </a>
  )
}
