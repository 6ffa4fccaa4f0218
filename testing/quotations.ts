import assert from 'node:assert/strict'
import type { Language } from '#routes/public.ts'
import type { TestApp } from './test-app.ts'
import { readEmail } from './mail.ts'

/** Creates the API calls of a staff member who works on quotations. */
export function createQuotationCalls(app: TestApp, staffToken: string) {
  const call = (name: Parameters<TestApp['call']>[0], form: object = {}, overrides: object = {}) =>
    app.call(name, form, { token: staffToken, ...overrides })
  const callOk = (name: Parameters<TestApp['call']>[0], form: object = {}) =>
    app.callOk(name, form, { token: staffToken })
  const lineDefaults = { specification: '', colour: '', size: '', unit: 'piece', breaks: [], minimum: null, hs: '' }
  const zipperLine = { ...lineDefaults, item: 'Zip 18 cm', quantity: 12_345, price: 0.045125 }
  const createForm = (language: Language = 'en') => ({
    company: 'Nordwind Fashion',
    name: 'Lena Vogel',
    email: 'lena@buyer.example',
    language,
    buyer: 'Nordwind',
    reference: 'NW-26',
    currency: 'USD',
    incoterm: 'FOB',
    place: 'Chattogram',
    payment: 'L/C at sight',
    lead_time: '21 days from approval',
    valid_until: app.day(20),
    tolerance: 3,
    remarks: 'Lab dips within a week.',
    lines: [zipperLine],
    charges: [{ name: 'Mould', amount: 120 }],
  })
  /** Starts a quotation and saves its draft. */
  async function createDraft(overrides: object = {}) {
    const { id, revisions } = await callOk('startQuotation')
    const [{ id: revision, version }] = revisions
    const savedQuotation = await callOk('saveQuotation', { id: revision, version, ...createForm(), ...overrides })
    return { id: id as number, revision: revision as number, version: savedQuotation.revisions[0].version as number }
  }
  async function createSent(overrides: object = {}) {
    const draft = await createDraft(overrides)
    const sentQuotation = await callOk('sendQuotation', { id: draft.revision, version: draft.version })
    return {
      ...draft,
      file: sentQuotation,
      number: sentQuotation.revisions[0].number as string,
      token: await readLastToken(),
    }
  }
  /** Sends a quotation that the buyer accepts. */
  async function createOrdered(quantities?: number[], overrides: object = {}) {
    const quotation = await createSent(overrides)
    const { status } = await answer(quotation.token, 'accept', '', quantities && { quantities })
    assert.equal(status, 200)
    return quotation
  }
  async function readLastToken(): Promise<string> {
    const emails = (await app.deliverEmails()).map(readEmail)
    const [, token] = emails.map(({ text }) => /quotation=([\w-]{43})/.exec(text)).findLast((found) => found)!
    return token!
  }
  const readState = async (id: number) => (await callOk('getQuotationRecord', { id })).revisions[0].state as string
  const answer = (
    token: string,
    decision: string,
    text = '',
    { name = 'Lena Vogel', key, quantities }: { name?: string; key?: string; quantities?: number[] } = {},
  ) =>
    app.call(
      'answerQuotation',
      { token, answer: decision, name, text, ...(quantities && { quantities }) },
      key === undefined ? {} : { key },
    )
  return {
    call,
    callOk,
    form: createForm,
    zipperLine,
    createDraft,
    createSent,
    createOrdered,
    lastToken: readLastToken,
    readState,
    answer,
  }
}

/** The form of a sample that was sent yesterday. */
export const createSentSample = (app: TestApp) => ({
  kind: 'sample',
  contents: 'Zip 18 cm, navy',
  due_on: app.day(2),
  sent_on: app.day(-1),
  courier: 'DHL',
  tracking_number: 'JD014600003',
})
