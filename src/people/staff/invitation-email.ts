import { composeGreeting } from '#mail/greeting.ts'
import type { EmailDefinitions } from '#mail/definition.ts'
import type { Email } from '#mail/email.ts'
import { enqueueEmail } from '#mail/outbox.ts'
import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import { inLanguage, type Language } from '#routes/public.ts'
import { officePages } from '#routes/office.ts'
import { translatorFor } from '#locales/both.ts'

/** Emails an invitation to the office. */
export async function sendInvitation(
  db: Database,
  { now, account }: RequestContext,
  { email, language, url, days }: { email: string; language: Language; url: string; days: number },
): Promise<void> {
  await enqueueEmail(db, now, email, language, composeInvitationEmail(language, { inviter: account!.name, url, days }))
}

function composeInvitationEmail(
  language: Language,
  { inviter, url, days }: { inviter: string; url: string; days: number },
): Email {
  const { t } = translatorFor(language)
  return {
    kind: 'staff_invitation',
    subject: t('mail.invitation_subject'),
    paragraphs: [
      composeGreeting(language, null),
      t('mail.invitation_text', { who: inviter, days }),
      t('mail.invitation_ignore'),
    ],
    links: [{ label: t('mail.invitation_link'), url }],
    secret: true,
  }
}

/** The sample names the user who views it as the inviter. */
export const invitationEmails = {
  staff_invitation: {
    texts: ['mail.invitation_subject', 'mail.invitation_text', 'mail.invitation_ignore', 'mail.invitation_link'],
    async sample(_, { account, context }, { language }) {
      const inviterName = account!.name
      const url = context.publicUrl + inLanguage(officePages.welcome, language)
      return {
        about: inviterName,
        make: () => composeInvitationEmail(language, { inviter: inviterName, url, days: 7 }),
      }
    },
  },
} satisfies Partial<EmailDefinitions>
