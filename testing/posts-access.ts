import type { EveryEndpointName } from '#routes/office.ts'
import type { Answers } from './everybody.ts'

/** Only staff with the permission: by the demo's roles, the owner. */
const read: Answers = [401, 401, 403, 403, 403, 403, 200, 401, 401]
/** Called with an empty form: 422 means that the person may call the endpoint. */
const write: Answers = [401, 401, 403, 403, 403, 403, 422, 401, 401]

/** The rows of posts for src/app/access.test.ts. */
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
