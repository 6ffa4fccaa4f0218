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
  type AccountRecipient,
} from '#people/accounts/emails.ts'

/** Samples of the account emails, addressed to the user who views them. Their links do not work. */
export const accountEmailSamples: EmailSamples = {
  account_opened: sampleForViewer(({ language, username }, url) => welcomeEmail(language, username, url, '', 7)),
  account_reset: sampleForViewer((addressee, url) => resetEmail(addressee, url, '', 30)),
  account_password_changed: sampleForViewer((addressee, url, now) =>
    passwordChangedEmail(addressee, url, new Date(now)),
  ),
  account_new_address: sampleForViewer(({ language }, url) => confirmAddressEmail(language, url, '', 24)),
  account_old_address: sampleForViewer((addressee, url) => emailChangeEmail(addressee, url, addressee.email, '', 7)),
  account_suspended: sampleForViewer((addressee, url) =>
    suspendedEmail(addressee, url, { suspended: true, sentence: '' }),
  ),
  account_restored: sampleForViewer((addressee, url) =>
    suspendedEmail(addressee, url, { suspended: false, sentence: '' }),
  ),
  account_closed: sampleForViewer((addressee) => closedEmail(addressee, [])),
}

function sampleForViewer(
  build: (addressee: AccountRecipient & { email: string }, url: string, now: number) => Email,
): EmailSample {
  return async (db, { account, now, context }, { language }) => {
    const { name, username, email } = await profileOf(db, account!.id)
    const addressee = { name, username, email: email ?? '', language, isConfirmed: true }
    return { about: name, make: () => build(addressee, context.publicUrl, now) }
  }
}
