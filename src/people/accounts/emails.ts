import { composeGreeting } from '#mail/greeting.ts'
import type { EmailDefinitions, EmailSample } from '#mail/definition.ts'
import type { Email } from '#mail/email.ts'
import { href, inLanguage, type Language } from '#routes/public.ts'
import { translatorFor } from '#locales/both.ts'
import type { ServerTranslator } from '#locales/translator.ts'

/**
 * The recipient of an account email. An unverified address may belong to a stranger, so emails to it contain no text
 * that the user typed.
 */
export interface AccountRecipient {
  name: string
  username: string
  isConfirmed: boolean
  language: Language
}

/** A link to a stay that works without an account. */
export interface StayLink {
  label: string
  url: string
}

/** The welcome email. `username` is only passed if it was derived from the email address. */
export function composeWelcomeEmail(
  language: Language,
  username: string | null,
  publicUrl: string,
  token: string,
  days: number,
): Email {
  const { t } = translatorFor(language)
  return {
    kind: 'account_created',
    subject: t('mail.welcome_subject'),
    paragraphs: [
      composeGreeting(language, null),
      t('mail.welcome_text'),
      t('mail.welcome_confirm', { days }),
      t('mail.welcome_ignore'),
    ],
    facts: username === null ? [] : [[t('login.username'), username]],
    links: [{ label: t('mail.confirm_link'), url: buildLink('confirmEmail', language, publicUrl, token) }],
    secret: true,
  }
}

export function composeResetEmail(
  recipient: AccountRecipient,
  publicUrl: string,
  token: string,
  minutes: number,
): Email {
  const translator = translatorFor(recipient.language)
  const { t } = translator
  return {
    kind: 'account_password_reset',
    subject: t('mail.reset_subject'),
    paragraphs: [getGreeting(recipient), t('mail.reset_text', { minutes }), t('mail.reset_ignore')],
    facts: listAccountFacts(recipient, translator),
    links: [{ label: t('mail.reset_subject'), url: buildLink('resetPassword', recipient.language, publicUrl, token) }],
    secret: true,
  }
}

export function composePasswordChangedEmail(recipient: AccountRecipient, publicUrl: string, at: Date): Email {
  const translator = translatorFor(recipient.language)
  const { t, moment } = translator
  return {
    kind: 'account_password_changed',
    subject: t('mail.password_changed_subject'),
    paragraphs: [getGreeting(recipient), t('mail.password_changed_text', { at: moment(at) }), t('mail.not_you')],
    facts: listAccountFacts(recipient, translator),
    links: [{ label: t('mail.reset_subject'), url: buildLink('forgotPassword', recipient.language, publicUrl) }],
  }
}

/** The email to the new address. */
export function composeConfirmAddressEmail(language: Language, publicUrl: string, token: string, hours: number): Email {
  const { t } = translatorFor(language)
  return {
    kind: 'account_new_address',
    subject: t('mail.confirm_subject'),
    paragraphs: [composeGreeting(language, null), t('mail.confirm_text', { hours }), t('mail.confirm_ignore')],
    links: [{ label: t('mail.confirm_link'), url: buildLink('confirmEmail', language, publicUrl, token) }],
    secret: true,
  }
}

/** The email to the old address. */
export function composeEmailChangeEmail(
  recipient: AccountRecipient,
  publicUrl: string,
  newEmail: string,
  token: string,
  days: number,
): Email {
  const translator = translatorFor(recipient.language)
  const { t } = translator
  return {
    kind: 'account_old_address',
    subject: t('mail.email_change_subject'),
    paragraphs: [getGreeting(recipient), t('mail.email_change_text'), t('mail.email_change_undo', { days })],
    facts: recipient.isConfirmed ? [...listAccountFacts(recipient, translator), [t('mail.new_address'), newEmail]] : [],
    links: [{ label: t('mail.undo_link'), url: buildLink('undoEmail', recipient.language, publicUrl, token) }],
    secret: true,
  }
}

/** Includes a link to each stay that is not over, because the member can no longer sign in. */
export function composeClosedEmail(recipient: AccountRecipient, stayLinks: readonly StayLink[]): Email {
  const translator = translatorFor(recipient.language)
  const { t } = translator
  return {
    kind: 'account_closed',
    subject: t('mail.closed_subject'),
    paragraphs: [
      getGreeting(recipient),
      t('mail.closed_text'),
      ...(stayLinks.length > 0 ? [t('mail.closed_stays')] : []),
    ],
    facts: listAccountFacts(recipient, translator),
    links: stayLinks,
    secret: true,
  }
}

/** Notifies a user that the account was suspended or restored, with the company's message. */
export function composeSuspendedEmail(recipient: AccountRecipient, publicUrl: string, change: SuspensionChange): Email {
  const translator = translatorFor(recipient.language)
  const { t } = translator
  const { suspended, message } = change
  return {
    kind: suspended ? 'account_suspended' : 'account_restored',
    subject: t(suspended ? 'mail.suspended_subject' : 'mail.restored_subject'),
    paragraphs: [
      getGreeting(recipient),
      t(suspended ? 'mail.suspended_text' : 'mail.restored_text'),
      ...(message ? [message] : []),
      ...(suspended ? [t('mail.suspended_stays')] : []),
    ],
    facts: listAccountFacts(recipient, translator),
    links: suspended ? [] : [{ label: t('mail.sign_in_link'), url: buildLink('login', recipient.language, publicUrl) }],
  }
}

/** A suspension or restoration, with the company's message to the account holder. */
export interface SuspensionChange {
  suspended: boolean
  message: string
}

const getGreeting = ({ name, isConfirmed, language }: AccountRecipient): string =>
  composeGreeting(language, isConfirmed ? name : null)

const listAccountFacts = ({ username, isConfirmed }: AccountRecipient, { t }: ServerTranslator): [string, string][] =>
  isConfirmed ? [[t('login.username'), username]] : []

/** Builds a link. The secret is in the URL fragment, which browsers do not send, so no log contains it. */
const buildLink = (
  page: 'login' | 'forgotPassword' | 'resetPassword' | 'confirmEmail' | 'undoEmail',
  language: Language,
  publicUrl: string,
  token?: string,
) => publicUrl + inLanguage(href(page), language) + (token ? `#token=${token}` : '')

/** The samples are addressed to the user who views them. Their links do not work. */
export const accountEmails = {
  account_created: {
    texts: [
      'mail.welcome_subject',
      'mail.welcome_text',
      'mail.welcome_confirm',
      'mail.welcome_ignore',
      'mail.confirm_link',
    ],
    sample: createSampleForViewer(({ language, username }, url) => composeWelcomeEmail(language, username, url, '', 7)),
  },
  account_password_reset: {
    texts: ['mail.reset_subject', 'mail.reset_text', 'mail.reset_ignore'],
    sample: createSampleForViewer((addressee, url) => composeResetEmail(addressee, url, '', 30)),
  },
  account_password_changed: {
    texts: ['mail.password_changed_subject', 'mail.password_changed_text', 'mail.not_you'],
    sample: createSampleForViewer((addressee, url, now) => composePasswordChangedEmail(addressee, url, new Date(now))),
  },
  account_new_address: {
    texts: ['mail.confirm_subject', 'mail.confirm_text', 'mail.confirm_ignore', 'mail.confirm_link'],
    sample: createSampleForViewer(({ language }, url) => composeConfirmAddressEmail(language, url, '', 24)),
  },
  account_old_address: {
    texts: ['mail.email_change_subject', 'mail.email_change_text', 'mail.email_change_undo', 'mail.undo_link'],
    sample: createSampleForViewer((addressee, url) => composeEmailChangeEmail(addressee, url, addressee.email, '', 7)),
  },
  account_suspended: {
    texts: ['mail.suspended_subject', 'mail.suspended_text', 'mail.suspended_stays'],
    sample: createSampleForViewer((addressee, url) =>
      composeSuspendedEmail(addressee, url, { suspended: true, message: '' }),
    ),
  },
  account_restored: {
    texts: ['mail.restored_subject', 'mail.restored_text', 'mail.sign_in_link'],
    sample: createSampleForViewer((addressee, url) =>
      composeSuspendedEmail(addressee, url, { suspended: false, message: '' }),
    ),
  },
  account_closed: {
    texts: ['mail.closed_subject', 'mail.closed_text', 'mail.closed_stays', 'mail.closed_link'],
    sample: createSampleForViewer((addressee) => composeClosedEmail(addressee, [])),
  },
} satisfies Partial<EmailDefinitions>

function createSampleForViewer(
  build: (addressee: AccountRecipient & { email: string }, url: string, now: number) => Email,
): EmailSample {
  return async (db, { account, now, context }, { language }) => {
    const { name, username, email } = await db
      .selectFrom('account')
      .select(['name', 'username', 'email'])
      .where('id', '=', account!.id)
      .executeTakeFirstOrThrow()
    const addressee = { name, username: username ?? '', email: email ?? '', language, isConfirmed: true }
    return { about: name, make: () => build(addressee, context.publicUrl, now) }
  }
}
