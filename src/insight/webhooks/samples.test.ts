import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sqlite } from '#testing/engines.ts'
import { startWebhookApp, type WebhookApp } from '#testing/webhooks.ts'
import { root } from '#platform/project-root.ts'
import type { Told } from '#testing/webhook-server.ts'

const page = readFileSync(root + 'docs/webhooks.md', 'utf8')

/** The samples of docs/webhooks.md, each for an interpreter that may be here. */
const samples = [
  { language: 'js', command: process.execPath, ending: '.cjs' },
  { language: 'php', command: 'php', ending: '.php' },
  { language: 'python', command: 'python3', ending: '.py' },
].map((sample) => {
  const [, code] = new RegExp(`\`\`\`${sample.language}\n([^]*?)\`\`\``).exec(page)!
  const isHere = spawnSync(sample.command, ['--version']).status === 0
  return { ...sample, code: code!, missing: isHere ? undefined : `${sample.command} is not installed` }
})

describe('the samples for whoever is told verify what a house really sends (HOOK-6, HOOK-12)', () => {
  let at: WebhookApp
  let told: Told
  let both: Told
  let folder: string
  let first: string
  let second: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'samples-'))
    at = await startWebhookApp(sqlite)
    // They look at the clock of the machine.
    at.house.clock.now = Date.now()
    const { id, secret } = await at.add()
    first = secret
    await at.done('tryWebhook', { id })
    second = (await at.done('exchangeWebhookSecret', { id })).secret
    await at.done('tryWebhook', { id })
    ;[told, both] = at.server.told as [Told, Told]
  })
  after(async () => {
    await at.close()
    await rm(folder, { recursive: true })
  })

  for (const { language, command, ending, code, missing } of samples)
    test(language, { skip: missing }, async () => {
      const file = join(folder, `sample${ending}`)
      await writeFile(file, code)
      const verify = ({ headers, body }: Told, secret: string): boolean => {
        const { status, stderr } = spawnSync(command, [file], {
          input: body,
          env: {
            ...process.env,
            SECRET: secret,
            WEBHOOK_ID: String(headers['webhook-id']),
            WEBHOOK_TIMESTAMP: String(headers['webhook-timestamp']),
            WEBHOOK_SIGNATURE: String(headers['webhook-signature']),
          },
        })
        assert.equal(stderr.toString(), '')
        return status === 0
      }
      const { headers } = told
      const otherwise = (more: object): Told => ({ ...told, headers: { ...headers, ...more } })
      const cases: [string, Told, string, boolean][] = [
        ['as it came', told, first, true],
        ['with another secret', told, second, false],
        ['while they are exchanged, by the old one', both, first, true],
        ['and by the new one', both, second, true],
        ['another body', { ...told, body: told.body.replace('trial', 'trail') }, first, false],
        ['another id', otherwise({ 'webhook-id': both.headers['webhook-id'] }), first, false],
        [
          'sent long ago',
          otherwise({ 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 301) }),
          first,
          false,
        ],
        ['of no time', otherwise({ 'webhook-timestamp': 'soon' }), first, false],
        ['without a signature', otherwise({ 'webhook-signature': 'v1,' }), first, false],
        [
          'by a way that is none',
          otherwise({ 'webhook-signature': String(headers['webhook-signature']).replace('v1,', 'v0,') }),
          first,
          false,
        ],
      ]
      for (const [name, message, secret, expected] of cases) assert.equal(verify(message, secret), expected, name)
    })
})
