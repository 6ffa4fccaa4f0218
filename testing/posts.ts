import { after, before } from 'node:test'
import type { PostRecord } from '#content/posts/office/contract.ts'
import type { EveryEndpointName } from '#routes/office.ts'
import type { TestEngine } from './engines.ts'
import { startTestApp, type ApiResponse, type TestApp } from './test-app.ts'
import { grantToDesk } from './second-process.ts'

/** Starts a test server for a describe in which Nasreen writes and publishes posts and Tanvir only writes them. */
export function startPostTests(engine: TestEngine, onStart: (app: TestApp) => void) {
  let app: TestApp
  const tokens = { nasreen: '', tanvir: '' }
  before(async () => {
    app = await startTestApp(engine)
    onStart(app)
    await signInNasreen()
    tokens.tanvir = await app.signIn('staff')
    await grantToDesk(app, ['write content'])
  })
  after(() => app.close())
  /** Signs Nasreen in again, because her session ends when the clock advances. */
  async function signInNasreen() {
    tokens.nasreen = await app.signIn('owner')
  }
  return {
    tokens,
    signInNasreen,
    posts: createPostCalls(
      () => app,
      () => tokens.nasreen,
    ),
    tanvir: createPostCalls(
      () => app,
      () => tokens.tanvir,
    ),
  }
}

/** Creates the API calls of a staff member who works on posts. */
export const createPostCalls = (app: () => TestApp, token: () => string) => {
  const call = (name: EveryEndpointName, input: object = {}): Promise<ApiResponse> =>
    app().call(name, input, { token: token() })
  const callOk = (name: EveryEndpointName, input: object): Promise<PostRecord> =>
    app().callOk(name, input, { token: token() })
  const toVersions = ({ id, details, en, bn }: PostRecord) => ({
    id,
    version: details.version,
    version_en: en.version,
    version_bn: bn.version,
  })
  const createTextForm = (postRecord: PostRecord, language: 'en' | 'bn', overrides: object = {}) => ({
    id: postRecord.id,
    language,
    tab: 'tab-a',
    by_hand: false,
    ...postRecord[language],
    ...overrides,
  })
  const createDetailsForm = ({ id, details: { shown: _, ...details } }: PostRecord, overrides: object = {}) => ({
    id,
    tab: 'tab-a',
    by_hand: true,
    ...details,
    ...overrides,
  })
  return {
    call,
    versions: toVersions,
    textForm: createTextForm,
    detailsForm: createDetailsForm,
    get: (id: number) => callOk('getPost', { id }),
    add: (slug: string, title = `Title of ${slug}`, category_id = 14) =>
      callOk('addPost', { title_en: title, category_id, slug }),
    saveText: (file: PostRecord, language: 'en' | 'bn', overrides: object) =>
      callOk('savePostText', createTextForm(file, language, overrides)),
    saveDetails: (file: PostRecord, overrides: object) => callOk('savePostDetails', createDetailsForm(file, overrides)),
    publish: (file: PostRecord) => callOk('publishPost', toVersions(file)),
    schedule: (file: PostRecord, day: string, time: string) =>
      callOk('schedulePost', { ...toVersions(file), day, time }),
    callOk,
    /** Adds and publishes a post with a summary and a body. */
    async published(slug: string, body = '<p>First words.</p>'): Promise<PostRecord> {
      const postRecord = await callOk('addPost', { title_en: `Title of ${slug}`, category_id: 14, slug })
      const writtenText = await callOk('savePostText', createTextForm(postRecord, 'en', { summary: 'In short', body }))
      return callOk('publishPost', toVersions(writtenText))
    },
  }
}
