import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { allEmailKinds } from '#mail/kinds.ts'
import { bnOffice } from '#locales/bn-office.ts'
import { bnServer } from '#locales/bn-server.ts'
import { enOffice } from '#locales/en-office.ts'
import { enServer } from '#locales/en-server.ts'
import { emailDefinitions } from './email-definitions.ts'

/** The emails that staff write by hand. */
const manualKinds = ['stay_message', 'inbox_answer']

type Dictionary = Record<string, string | undefined>
const dictionaries: Record<string, [office: Dictionary, server: Dictionary]> = {
  English: [enOffice, enServer],
  Bangla: [bnOffice, bnServer],
}

describe('every kind of email', () => {
  for (const [language, [office, server]] of Object.entries(dictionaries))
    test(`has a name and all its texts in ${language} (LET-14)`, () => {
      for (const kind of allEmailKinds) {
        assert.ok(office[`emails.kind_${kind}`], `${kind} has no name`)
        for (const key of emailDefinitions[kind].texts) assert.ok(server[key], `${kind} has no text ${key}`)
      }
      const names = Object.keys(office).filter((key) => key.startsWith('emails.kind_'))
      assert.deepEqual(
        names.toSorted(),
        [...allEmailKinds, 'unknown'].map((kind) => `emails.kind_${kind}`).toSorted(),
        'a name without a kind',
      )
    })

  test('has a sample, unless staff write it by hand (LET-16)', () => {
    const kindsWithoutSample = allEmailKinds.filter((kind) => emailDefinitions[kind].sample === null)
    assert.deepEqual(kindsWithoutSample, manualKinds)
    assert.deepEqual(Object.keys(emailDefinitions).toSorted(), allEmailKinds.toSorted())
  })
})
