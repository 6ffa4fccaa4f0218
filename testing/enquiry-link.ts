import assert from 'node:assert/strict'
import { createEnquiryLink } from '#trade/enquiries/enquiry-link.ts'
import type { Language } from '#routes/public.ts'
import { readEmailsTo } from './emails.ts'
import { openInbox } from './inbox.ts'
import type { TestApp } from './test-app.ts'

type Enquirer = NonNullable<Parameters<ReturnType<typeof openInbox>['sendEnquiry']>[0]>

/** Sends an enquiry without an account. Returns its code, the acknowledgement, and the token of the link in it. */
export async function sendLinkedEnquiry(app: TestApp, enquirer: Enquirer = {}) {
  const code = await openInbox(app).sendEnquiry(enquirer)
  const emails = await readEmailsTo(app, enquirer.email ?? 'lena@buyer.example')
  const email = emails.findLast(({ text }) => text.includes(code))!
  return { code, email, token: findEnquiryToken(email.text) }
}

export function findEnquiryToken(text: string): string {
  const [, token] = /\/enquiry-status\?enquiry=([\w-]{43})$/m.exec(text) ?? []
  assert.ok(token, `no link in ${text}`)
  return token
}

/** Creates a link to a new enquiry without sending an email, and returns its path. */
export async function createEnquiryPath(app: TestApp, language: Language = 'en'): Promise<string> {
  const lines = [{ product: 'zipper', amount: 5_000, unit: 'metre', sizes: ['#5'] }, { product: 'button' }]
  const code = await openInbox(app).sendEnquiry({ language, lines })
  const ctx = { now: app.clock.now, language, context: { publicUrl: '' } }
  return createEnquiryLink(app.db, ctx, { enquiry: code })
}
