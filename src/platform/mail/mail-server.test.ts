import assert from 'node:assert/strict'
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { verifyDkim } from '#testing/dkim.ts'
import { openMailServer, readEmail } from '#testing/mail.ts'
import type { Message } from '../context.ts'
import { readDkimKey, InvalidDkimKeyError } from './dkim.ts'
import { toMailFailure } from './mail-failure.ts'
import { openMailer } from './mailer.ts'

const from = 'Selvage <hello@selvage.example>'
const createMessage = (overrides: Partial<Message> = {}): Message => ({
  id: 7,
  to: 'anna@buyer.example',
  replyTo: null,
  senderName: null,
  subject: 'আপনার বুকিং K7',
  text: 'প্রিয় আনা,\n\n  two  spaces \n.\n\n\n',
  html: '<p>প্রিয় আনা,</p>',
  sentAt: new Date('2027-01-04T03:00:00Z'),
  files: [],
  declineUrl: null,
  ...overrides,
})

describe('connections to a mail server', () => {
  test('are reused for further emails, four at most (LET-20)', async () => {
    const mailServer = await openMailServer(0, 20)
    const mailer = openMailer({ smtpUrl: mailServer.url, folder: '', from })
    await Promise.all(Array.from({ length: 40 }, (_, id) => mailer.send(createMessage({ id }))))
    for (let id = 40; id < 50; id++) await mailer.send(createMessage({ id }))
    assert.equal(mailServer.delivered.length, 50)
    assert.ok(mailServer.connectionCount() <= 4, `${mailServer.connectionCount()} connections`)
    mailer.close()
    await mailServer.close()
  })

  test('are reopened after an interruption, and nothing is lost or sent twice (LET-20)', async () => {
    const mailServer = await openMailServer()
    const port = Number(new URL(mailServer.url).port)
    const mailer = openMailer({ smtpUrl: mailServer.url, folder: '', from })
    await mailer.send(createMessage({ id: 1 }))
    await mailServer.close()
    const restartedServer = await openMailServer(port)
    await mailer.send(createMessage({ id: 2 }))
    assert.equal(restartedServer.delivered.length, 1)
    mailer.close()
    await restartedServer.close()
  })

  test('report permanent and temporary rejections, and whether the domain is affected (LET-21)', async () => {
    const replies: Record<string, string> = {
      'gone@buyer.example': '550 5.1.1 no such user',
      'full@buyer.example': '452 4.2.2 mailbox full',
      'later@buyer.example': '451 4.7.1 greylisted, come back',
    }
    const mailServer = await openMailServer(0, 0, {
      rejectRecipient: (address) => replies[address],
      rejectEmail: (email) => (email.includes('SPAM') ? '554 5.7.1 looks like spam' : undefined),
    })
    const mailer = openMailer({ smtpUrl: mailServer.url, folder: '', from })
    const sendAndFail = (overrides: Partial<Message>) =>
      mailer.send(createMessage(overrides)).then(
        () => assert.fail('the email was accepted'),
        (error: unknown) => toMailFailure(error),
      )
    const classify = async (overrides: Partial<Message>) => {
      const { isPermanent, isOfDomain } = await sendAndFail(overrides)
      return [isPermanent, isOfDomain]
    }
    assert.deepEqual(await classify({ to: 'gone@buyer.example' }), [true, false])
    assert.deepEqual(await classify({ to: 'full@buyer.example' }), [false, true])
    assert.deepEqual(await classify({ to: 'later@buyer.example' }), [false, true])
    assert.deepEqual(await classify({ subject: 'SPAM' }), [true, false])
    assert.match((await sendAndFail({ to: 'gone@buyer.example' })).reason, /550 5\.1\.1 no such user/)
    await mailer.send(createMessage())
    assert.equal(mailServer.delivered.length, 1, 'other recipients still get their emails over the same connection')
    await mailServer.close()
    assert.deepEqual(await classify({}), [false, false], 'a server that is down rejects nobody')
    mailer.close()
  })

  test('do not treat wrong credentials or a rejected sender as a permanent rejection (LET-21)', () => {
    const authError = Object.assign(new Error('Invalid login: 535 5.7.8'), { code: 'EAUTH', responseCode: 535 })
    const senderError = Object.assign(new Error('550 not you'), {
      code: 'EENVELOPE',
      responseCode: 550,
      command: 'MAIL FROM',
    })
    for (const error of [authError, senderError]) assert.equal(toMailFailure(error).isPermanent, false, error.message)
    assert.equal(toMailFailure(new Error(`a${'\n b'.repeat(2_000)}`)).reason.length, 500)
  })
})

describe('a signed email', () => {
  let folder: string
  before(async () => void (folder = await mkdtemp(join(tmpdir(), 'dkim-'))))
  after(() => rm(folder, { recursive: true }))
  async function writeKeyFile(name: string, pem: string): Promise<string> {
    await writeFile(join(folder, name), pem)
    return join(folder, name)
  }
  const generateRsaKey = (bits: number) =>
    generateKeyPairSync('rsa', { modulusLength: bits }).privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()

  test('can be verified with the public key, and any change breaks the signature (LET-23)', async () => {
    const pem = generateRsaKey(2048)
    const dkim = readDkimKey('selvage.example', 'selvage2026', await writeKeyFile('good.pem', pem))
    const mailServer = await openMailServer()
    const mailFolder = join(folder, 'mail')
    const mailers = [
      openMailer({ smtpUrl: mailServer.url, folder: '', from, dkim }),
      openMailer({ smtpUrl: undefined, folder: mailFolder, from, dkim }),
    ]
    const declineUrl = 'https://selvage.example/letters/decline?token=abc'
    for (const mailer of mailers) await mailer.send(createMessage({ declineUrl }))
    const [fileName] = await readdir(mailFolder)
    const emails = [
      Buffer.from(mailServer.delivered[0]!.source).toString('latin1'),
      await readFile(join(mailFolder, fileName!), 'latin1'),
    ]
    for (const signedEmail of emails) {
      const { tags, isValid } = verifyDkim(signedEmail, createPublicKey(pem))
      assert.ok(isValid)
      assert.deepEqual([tags['d'], tags['s'], tags['a']], ['selvage.example', 'selvage2026', 'rsa-sha256'])
      const signedHeaders = tags['h']!.toLowerCase().split(':')
      for (const name of ['from', 'subject', 'to', 'message-id', 'list-unsubscribe', 'list-unsubscribe-post'])
        assert.ok(signedHeaders.includes(name), name)
      for (const changedEmail of [
        signedEmail.replace('anna@buyer', 'rafiq@buyer'),
        signedEmail.replace('token=abc', 'token=abd'),
        signedEmail.replace(/(\r\n\r\n[^]{40})./, '$1#'),
      ]) {
        assert.notEqual(changedEmail, signedEmail)
        assert.equal(verifyDkim(changedEmail, createPublicKey(pem)).isValid, false)
      }
      assert.equal(verifyDkim(signedEmail, createPublicKey(generateRsaKey(2048))).isValid, false, 'another key')
    }
    const { header } = readEmail(mailServer.delivered[0]!.source)
    assert.equal(header('list-unsubscribe'), `<${declineUrl}>`)
    assert.equal(header('list-unsubscribe-post'), 'List-Unsubscribe=One-Click')
    for (const mailer of mailers) mailer.close()
    await mailServer.close()
  })

  test('requires an RSA key of at least 1024 bits, and states why another key is unusable (LET-23)', async () => {
    const ellipticKey = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const invalidKeyFiles = [
      [join(folder, 'missing.pem'), /cannot be read/],
      [await writeKeyFile('noise.pem', 'no key at all'), /cannot be read/],
      [await writeKeyFile('ec.pem', ellipticKey), /must be of RSA/],
      [await writeKeyFile('short.pem', generateRsaKey(512)), /1024 bits or more/],
    ] as const
    for (const [file, errorPattern] of invalidKeyFiles)
      assert.throws(
        () => readDkimKey('selvage.example', 'selvage2026', file),
        (error) =>
          error instanceof InvalidDkimKeyError && errorPattern.test(error.message) && !error.message.includes('BEGIN'),
      )
  })
})
