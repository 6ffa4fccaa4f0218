import type { EmailSamples } from '#mail/samples.ts'
import { inLanguage } from '#routes/public.ts'
import { officePages } from '#routes/office.ts'
import { factorEmail } from './factor-emails.ts'
import { invitationEmail } from './invitation-email.ts'

/** Samples of the staff emails, addressed to the user who previews them. */
export const staffEmailSamples: EmailSamples = {
  async staff_place(_, { account, context }, { language }) {
    const inviterName = account!.name
    const url = context.publicUrl + inLanguage(officePages.welcome, language)
    return { about: inviterName, make: () => invitationEmail(language, { inviter: inviterName, url, days: 7 }) }
  },
  async staff_factor(_, { account, now }, { language }) {
    const { name } = account!
    return { about: name, make: () => factorEmail(language, name, 'passkey added', now) }
  },
}
