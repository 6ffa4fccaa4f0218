import { readCompany } from '#content/company.ts'
import { saveSection, sections, listSectionVersions } from '#content/settings.ts'
import type { Database } from '#platform/database/database.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { extractAddress } from '#platform/mail/mailer.ts'
import { sendTestEmail } from '../test-email.ts'
import type { emailsOfficeContract } from './contract.ts'

export const emailsOfficeHandlers = {
  async getSendingSettings(db, { account, context: { mailer } }) {
    const ownAccount = await db
      .selectFrom('account')
      .select('email')
      .where('id', '=', account!.id)
      .executeTakeFirstOrThrow()
    return {
      ...(await readEmailSettings(db)),
      from: mailer.from,
      address: extractAddress(mailer.from),
      reply_to: (await readCompany(db)).email,
      place: mailer.place,
      to: ownAccount.email ?? '',
    }
  },

  async saveEmailsSettings(db, ctx, form) {
    await saveSection(db, ctx, 'emails', form)
    return readEmailSettings(db)
  },

  sendTestEmail: (db, ctx) => sendTestEmail(db, ctx),
} satisfies Handlers<typeof emailsOfficeContract>

async function readEmailSettings(db: Database) {
  const versions = await listSectionVersions(db)
  return { ...sections.emails.read(await readCompany(db)), version: versions.get('emails')! }
}
