import type { EveryEndpointName } from '#routes/office.ts'
import type { Answers } from './everybody.ts'

/** Of people of the company those alone to whom it is granted: by the demo's roles, the owner. */
const read: Answers = [401, 401, 403, 403, 403, 403, 200, 401, 401]
/** Asked with an empty form: 422 is the answer of a door that is open. */
const write: Answers = [401, 401, 403, 403, 403, 403, 422, 401, 401]

/** Rows of src/app/access.test.ts: posts. */
export const postsAccess = {
  getPosts: read,
  getPost: read,
  addPost: write,
  savePostText: write,
  savePostDetails: write,
  publishPost: write,
  schedulePost: write,
  cancelPostSchedule: write,
  takeDownPost: write,
  removePost: write,
  getPostVersions: read,
  getPostVersion: write,
  restorePost: write,
  openPostPreview: write,
  endPostPreviews: write,
  addPostCategory: write,
} as const satisfies Partial<Record<EveryEndpointName, Answers>>

export const postsInputs = { getPost: { id: 1 }, getPostVersions: { id: 1 } }

export const postsPaths = { '/office/posts': 200, '/bn/office/posts?state=draft': 200, '/office/posts/1': 200 }
