import type { Email } from '#mail/email.ts'
import type { EmailSample, EmailSamples } from '#mail/samples.ts'
import { profileOf } from '#people/accounts/account.ts'
import {
  closedEmail,
  confirmAddressEmail,
  emailChangeEmail,
  passwordChangedEmail,
  resetEmail,
  suspendedEmail,
  welcomeEmail,
  type Addressee,
} from '#people/accounts/emails.ts'

/** Samples of the account emails, addressed to the user who views them. Their links do not work. */
export const accountEmailSamples: EmailSamples = {
  account_opened: toWhoLooks(({ language, username }, url) => welcomeEmail(language, username, url, '', 7)),
  account_reset: toWhoLooks((them, url) => resetEmail(them, url, '', 30)),
  account_password_changed: toWhoLooks((them, url, now) => passwordChangedEmail(them, url, new Date(now))),
  account_new_address: toWhoLooks(({ language }, url) => confirmAddressEmail(language, url, '', 24)),
  account_old_address: toWhoLooks((them, url) => emailChangeEmail(them, url, them.email, '', 7)),
  account_suspended: toWhoLooks((them, url) => suspendedEmail(them, url, { suspended: true, sentence: '' })),
  account_restored: toWhoLooks((them, url) => suspendedEmail(them, url, { suspended: false, sentence: '' })),
  account_closed: toWhoLooks((them) => closedEmail(them, [])),
}

function toWhoLooks(make: (them: Addressee & { email: string }, url: string, now: number) => Email): EmailSample {
  return async (db, { account, now, context }, { language }) => {
    const { name, username, email } = await profileOf(db, account!.id)
    const them = { name, username, email: email ?? '', language, isConfirmed: true }
    return { about: name, make: () => make(them, context.publicUrl, now) }
  }
}
