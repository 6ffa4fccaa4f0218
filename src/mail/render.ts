import type { Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { renderEmailHtml } from './email-html.ts'
import type { Email, EmailHeader } from './email.ts'

/** Renders an email as plain text, which is always complete, and as HTML. */
export function renderEmail(email: Email, head: EmailHeader, language: Language): { text: string; html: string } {
  const { paragraphs, facts = [], links = [], decline } = email
  const text = [
    ...paragraphs,
    facts.map(([name, value]) => `${name}: ${value}`).join('\n'),
    ...links.map(({ label, url }) => `${label}:\n${url}`),
    head.signature.join('\n'),
    decline ? `${translatorFor(language).t('mail.unsubscribe')}:\n${decline.url}` : '',
  ]
    .filter((part) => part !== '')
    .join('\n\n')
  return { text, html: renderEmailHtml(email, head, language) }
}
