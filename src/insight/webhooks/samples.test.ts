import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { sqlite } from '#testing/engines.ts'
import { startWebhookApp, type WebhookApp } from '#testing/webhook-app.ts'
import { projectRoot } from '#platform/project-root.ts'
import type { ReceivedRequest } from '#testing/webhook-server.ts'

const documentation = readFileSync(projectRoot + 'docs/webhooks.md', 'utf8')

/** The code samples of docs/webhooks.md with the interpreters that run them. */
const samples = [
  { language: 'js', command: process.execPath, extension: '.cjs' },
  { language: 'php', command: 'php', extension: '.php' },
  { language: 'python', command: 'python3', extension: '.py' },
].map((sample) => {
  const [, code] = new RegExp(`\`\`\`${sample.language}\n([^]*?)\`\`\``).exec(documentation)!
  const isInstalled = spawnSync(sample.command, ['--version']).status === 0
  return { ...sample, code: code!, missing: isInstalled ? undefined : `${sample.command} is not installed` }
})

describe('the webhook code sample', () => {
  let webhookApp: WebhookApp
  let firstRequest: ReceivedRequest
  let rotatedRequest: ReceivedRequest
  let folder: string
  let firstSecret: string
  let secondSecret: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'samples-'))
    webhookApp = await startWebhookApp(sqlite)
    // The samples read the system clock.
    webhookApp.testApp.clock.now = Date.now()
    const { id, secret } = await webhookApp.add()
    firstSecret = secret
    await webhookApp.callOk('sendTestWebhook', { id })
    secondSecret = (await webhookApp.callOk('rotateWebhookSecret', { id })).secret
    await webhookApp.callOk('sendTestWebhook', { id })
    ;[firstRequest, rotatedRequest] = webhookApp.server.receivedRequests as [ReceivedRequest, ReceivedRequest]
  })
  after(async () => {
    await webhookApp.close()
    await rm(folder, { recursive: true })
  })

  for (const { language, command, extension, code, missing } of samples)
    test(`in ${language} verifies real webhooks (HOOK-6, HOOK-12)`, { skip: missing }, async () => {
      const samplePath = join(folder, `sample${extension}`)
      await writeFile(samplePath, code)
      const verify = ({ headers, body }: ReceivedRequest, secret: string): boolean => {
        const { status, stderr } = spawnSync(command, [samplePath], {
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
      const { headers } = firstRequest
      const withHeaders = (overrides: object): ReceivedRequest => ({
        ...firstRequest,
        headers: { ...headers, ...overrides },
      })
      const cases: [string, ReceivedRequest, string, boolean][] = [
        ['unchanged', firstRequest, firstSecret, true],
        ['with another secret', firstRequest, secondSecret, false],
        ['during rotation, with the old secret', rotatedRequest, firstSecret, true],
        ['during rotation, with the new secret', rotatedRequest, secondSecret, true],
        [
          'with another body',
          { ...firstRequest, body: firstRequest.body.replace('test event', 'text event') },
          firstSecret,
          false,
        ],
        ['with another id', withHeaders({ 'webhook-id': rotatedRequest.headers['webhook-id'] }), firstSecret, false],
        [
          'with an old timestamp',
          withHeaders({ 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 301) }),
          firstSecret,
          false,
        ],
        ['with an invalid timestamp', withHeaders({ 'webhook-timestamp': 'soon' }), firstSecret, false],
        ['with an empty signature', withHeaders({ 'webhook-signature': 'v1,' }), firstSecret, false],
        [
          'with an unknown signature version',
          withHeaders({ 'webhook-signature': String(headers['webhook-signature']).replace('v1,', 'v0,') }),
          firstSecret,
          false,
        ],
      ]
      for (const [name, delivery, secret, expected] of cases) assert.equal(verify(delivery, secret), expected, name)
    })
})
