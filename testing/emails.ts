import assert from 'node:assert/strict'
import type { TestApp } from './test-app.ts'
import { readEmail } from './mail.ts'

/** Runs all due jobs and returns the emails to an address, oldest first. */
export async function readEmailsTo(app: TestApp, address: string) {
  const emails = (await app.deliverEmails()).map(readEmail)
  const getId = (email: (typeof emails)[number]) => parseInt(email.header('message-id').slice(1), 10)
  return emails
    .filter((email) => email.header('to').toLowerCase() === address.toLowerCase())
    .sort((a, b) => getId(a) - getId(b))
}

/** Returns the page and the token of the link in an account email. */
export function extractLink(message: { text: string; html: string } | undefined): { page: string; token: string } {
  const [url, page, token] = /https:\/\/selvage\.example(\/\S+)#token=([\w-]{43})$/m.exec(message?.text ?? '') ?? []
  if (!url || !page || !token) throw new Error(`no link in ${message?.text}`)
  assert.ok(message!.html.includes(`href="${url}"`))
  return { page, token }
}
