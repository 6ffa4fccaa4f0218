import assert from 'node:assert/strict'
import type { Language } from '#routes/public.ts'
import type { TestApp } from './test-app.ts'
import type { TestFile } from './upload-files.ts'

export type ConversationBody = Awaited<ReturnType<TestApp['call']>>['body']

/** Sends an enquiry and a message from different people and returns the reference of the enquiry. */
export async function fillInbox(app: TestApp, language: Language): Promise<string> {
  const { sendEnquiry, sendMessage } = openInbox(app)
  await sendMessage('Hang tags', language)
  return sendEnquiry({ language, phone: '+494066969123' })
}

interface Enquirer {
  language?: Language
  company?: string
  name?: string
  email?: string
  phone?: string
  lines?: object[]
  files?: readonly TestFile[]
}

const zipperLine = { product: 'zipper', quantity: '24,000', notes: 'antique brass' }

/** Sends enquiries and messages, and reads the resulting conversations. */
export function openInbox(app: TestApp) {
  let staffToken: string | undefined
  async function sendEnquiry({ language = 'en', files, ...overrides }: Enquirer = {}): Promise<string> {
    const form = {
      company: 'Nordwind Fashion',
      name: 'Lena Vogel',
      email: 'lena@buyer.example',
      lines: [zipperLine, { product: 'button' }],
      message: 'As last winter.',
      ...overrides,
    }
    const body = await app.callOk('sendEnquiry', form, { language, ...(files && { files }) })
    return body.reference
  }
  async function sendMessage(subject: string, language: Language = 'en'): Promise<number> {
    const { body: captchaQuestion } = await app.call('getCaptcha')
    const captcha = {
      captcha: captchaQuestion.first + captchaQuestion.second,
      captcha_token: captchaQuestion.captcha_token,
    }
    const form = { name: 'Mina Rahman', email: 'mina@buyer.example', subject, message: 'How many?', ...captcha }
    assert.equal((await app.call('sendContact', form, { language })).status, 200)
    const row = await app.db.selectFrom('contact_message').select('id').orderBy('id', 'desc').executeTakeFirst()
    return row!.id
  }
  /** Returns the conversation of an enquiry or a message as staff see it. */
  async function readConversation(code: string | number): Promise<ConversationBody> {
    const query = typeof code === 'string' ? { enquiry: code } : { message: code }
    const requestConversation = () => app.call('getConversation', query, { token: staffToken })
    let response = await requestConversation()
    // Staff are not signed in yet, or the clock has moved past the end of their session.
    if (response.status === 401) {
      staffToken = await app.signIn('staff')
      response = await requestConversation()
    }
    assert.equal(response.status, 200, JSON.stringify(response.body))
    return { ...response.body, code }
  }
  async function readLog(code: string | number): Promise<string[]> {
    const rows = await app.db
      .selectFrom('audit')
      .select('action')
      .where('subject', '=', typeof code === 'string' ? `enquiry ${code}` : `message ${code}`)
      .orderBy('id')
      .execute()
    return rows.map(({ action }) => action)
  }
  /** Marks all conversations as done. */
  async function empty(): Promise<void> {
    await app.db.updateTable('conversation').set({ state: 'done', remind_on: null }).execute()
  }
  return { sendEnquiry, sendMessage, conversation: readConversation, readLog, empty }
}
