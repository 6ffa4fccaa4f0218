import type { Letter } from '#mail/letter.ts'
import type { LetterSample, LetterSamples } from '#mail/samples.ts'
import { profileOf } from '#people/accounts/account.ts'
import {
  closedLetter,
  confirmLetter,
  emailChangeLetter,
  passwordChangedLetter,
  resetLetter,
  suspendedLetter,
  welcomeLetter,
  type Addressee,
} from '#people/accounts/letters.ts'

/** The letters about an account, of whoever looks at them. Their links open nothing. */
export const accountLetterSamples: LetterSamples = {
  account_opened: toWhoLooks(({ language, username }, url) => welcomeLetter(language, username, url, '', 7)),
  account_reset: toWhoLooks((them, url) => resetLetter(them, url, '', 30)),
  account_password_changed: toWhoLooks((them, url, now) => passwordChangedLetter(them, url, new Date(now))),
  account_new_address: toWhoLooks(({ language }, url) => confirmLetter(language, url, '', 24)),
  account_old_address: toWhoLooks((them, url) => emailChangeLetter(them, url, them.email, '', 7)),
  account_suspended: toWhoLooks((them, url) => suspendedLetter(them, url, { suspended: true, sentence: '' })),
  account_restored: toWhoLooks((them, url) => suspendedLetter(them, url, { suspended: false, sentence: '' })),
  account_closed: toWhoLooks((them) => closedLetter(them, [])),
}

function toWhoLooks(make: (them: Addressee & { email: string }, url: string, now: number) => Letter): LetterSample {
  return async (db, { account, now, context }, { language }) => {
    const { name, username, email } = await profileOf(db, account!.id)
    const them = { name, username, email: email ?? '', language, isConfirmed: true }
    return { about: name, make: () => make(them, context.publicUrl, now) }
  }
}
