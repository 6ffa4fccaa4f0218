import type { Selectable } from 'kysely'
import type { Tables } from '#schema/tables.ts'
import type { Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import { renderEmailHtml } from './email-html.ts'
import type { EmailHeader, EmailParts } from './email.ts'

/** Renders an email as plain text, which is always complete, and as HTML. */
export function renderEmail(email: EmailParts, head: EmailHeader, language: Language): { text: string; html: string } {
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

type EmailContent = Omit<EmailParts, 'subject'> & { head: EmailHeader }

/** Serializes the parts that the templates need. They are a fifth of the size of the HTML. */
export function serializeContent({ paragraphs, facts, links, decline }: EmailParts, head: EmailHeader): string {
  const content: EmailContent = { paragraphs, facts, links, decline, head }
  return JSON.stringify(content)
}

/** Renders a stored email. Both forms are empty once the email is erased. */
export function renderStoredEmail(mail: Pick<Selectable<Tables['mail']>, 'subject' | 'content' | 'language'>): {
  text: string
  html: string
} {
  if (mail.content === '') return { text: '', html: '' }
  const { head, ...parts } = JSON.parse(mail.content) as EmailContent
  return renderEmail({ ...parts, subject: mail.subject }, head, mail.language as Language)
}
