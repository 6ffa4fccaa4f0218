import assert from 'node:assert/strict'
import type { TestApp } from './test-app.ts'
import { readEmail } from './mail.ts'

/** What an address was written, oldest first, after all that is due has been done. */
export async function emailsTo(app: TestApp, address: string) {
  const emails = (await app.letters()).map(readEmail)
  const idOf = (email: (typeof emails)[number]) => parseInt(email.header('message-id').slice(1), 10)
  return emails
    .filter((email) => email.header('to').toLowerCase() === address.toLowerCase())
    .sort((a, b) => idOf(a) - idOf(b))
}

/** The secret of the link in a letter to the owner of an account, and the page it leads to. */
export function linkIn(letter: { text: string; html: string } | undefined): { page: string; token: string } {
  const [url, page, token] = /https:\/\/selvage\.example(\/\S+)#token=([\w-]{43})$/m.exec(letter?.text ?? '') ?? []
  if (!url || !page || !token) throw new Error(`no link in ${letter?.text}`)
  assert.ok(letter!.html.includes(`href="${url}"`))
  return { page, token }
}
