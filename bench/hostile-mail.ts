import { readdirSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Figure } from './table.ts'

export const HOSTILE_MAIL = 'hostile mail'

/**
 * Emails that are the most expensive to parse, by shape: their headers, the start of the body and the text that fills
 * it.
 */
const shapes: Record<string, [headers: string, start: string, unit: string]> = {
  'short lines': ['Content-Type: text/plain', '', 'a\n'],
  'nested HTML': ['Content-Type: text/html', '', '<b>'],
  'format=flowed': ['Content-Type: text/plain; format=flowed', '', 'a \n'],
  'flowed long lines': ['Content-Type: text/plain; format=flowed', '', `${'a '.repeat(40)}\n`],
  'boundary-like lines': ['Content-Type: multipart/mixed; boundary=b', '--b\r\n\r\nx\r\n', '--c\r\n'],
  'delivery report': ['Content-Type: multipart/report; boundary=b', '--b\r\n\r\n', 'a:b\r\n'],
  'one long line': ['Content-Type: text/plain; charset=utf-8', '', 'é'],
  'quoted-printable': ['Content-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable', '', '=3C=62=3E'],
}
const hostileShapes = Object.keys(shapes)

const genuinePattern = /^genuine-/

function createHostileEmail(shape: string, turn: number, bytes: number): string {
  const [headers, start, repeatedText] = shapes[shape]!
  const head = createEmailHead(`attacker-${turn}@hostile.example`, `${shape} ${turn}`, headers) + start
  return head + repeatedText.repeat(Math.floor((bytes - head.length) / Buffer.byteLength(repeatedText)))
}

const createEmailHead = (from: string, subject: string, headers: string) =>
  `From: <${from}>\r\nTo: hello@selvage.example\r\nMessage-ID: <${subject.replaceAll(' ', '-')}@example>\r\n` +
  `Subject: ${subject}\r\n${headers}\r\n\r\n`

/** Delivers one email of each hostile shape and one genuine one at once. */
export async function deliverMail(folder: string, turn: number, bytes: number): Promise<void> {
  const emails = hostileShapes.map((shape) => ({
    name: `hostile-${turn}-${shape}`,
    text: createHostileEmail(shape, turn, bytes),
  }))
  const genuineEmail = `${createEmailHead(`buyer-${turn}@genuine.example`, `genuine ${turn}`, 'Content-Type: text/plain')}How many zips?\r\n`
  emails.push({ name: `genuine-${turn}`, text: genuineEmail })
  for (const { name, text } of emails) await writeFile(join(folder, `.${name}`), text)
  for (const { name } of emails) await rename(join(folder, `.${name}`), join(folder, name))
}

/** Waits until the folder has been processed and counts how the emails were handled. */
export async function measureMailOutcome(folder: string, databaseFile: string): Promise<Figure[]> {
  const listNames = (subfolder: string) =>
    readdirSync(join(folder, subfolder)).filter((name) => /^(hostile|genuine)-/.test(name))
  while (listNames('').length > 0 || listNames('trying').length > 0) await sleep(500)
  const [doneNames, rejectedNames] = [listNames('done'), listNames('refused')]
  const database = new DatabaseSync(databaseFile, { readOnly: true })
  const queryCount = (sql: string) => Object.values(database.prepare(sql).get()!)[0] as number
  const filedCount = queryCount(`select count(*) from contact_message where email like '%@genuine.example'`)
  const senderCount = queryCount(
    `select count(distinct email) from contact_message where email like '%@genuine.example'`,
  )
  const quarantinedCount = queryCount(`select count(*) from received_mail where quarantined_file like 'hostile-%'`)
  database.close()
  const sentCount = [...doneNames, ...rejectedNames].filter((name) => genuinePattern.test(name)).length
  const rejectionSummary = `${rejectedNames.length} of ${doneNames.length + rejectedNames.length - sentCount} hostile emails were set aside`
  return [
    {
      label: '  genuine emails not filed exactly once',
      unit: 'of all',
      ours: [sentCount - senderCount + filedCount - senderCount],
      against: `of ${sentCount}`,
      target: { max: 0 },
    },
    {
      label: '  emails set aside without an entry in the inbox',
      unit: 'of all',
      ours: [rejectedNames.length - quarantinedCount],
      against: rejectionSummary,
      target: { max: 0 },
    },
  ]
}
