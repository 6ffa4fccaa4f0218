import type { EveryEndpointName } from '#routes/office.ts'
import type { ExpectedStatuses } from './callers.ts'

/** Only staff with the permission may read. In the demo that is the owner. */
const readStatuses: ExpectedStatuses = [401, 401, 403, 403, 403, 403, 200, 401, 401]
/** Called with an empty form: 422 means that the person may call the endpoint. */
const writeStatuses: ExpectedStatuses = [401, 401, 403, 403, 403, 403, 422, 401, 401]

/** The rows of posts for src/app/access.test.ts. */
export const postsAccess = {
  getPosts: readStatuses,
  getPost: readStatuses,
  addPost: writeStatuses,
  savePostText: writeStatuses,
  savePostDetails: writeStatuses,
  publishPost: writeStatuses,
  schedulePost: writeStatuses,
  cancelPostSchedule: writeStatuses,
  unpublishPost: writeStatuses,
  removePost: writeStatuses,
  getPostVersions: readStatuses,
  getPostVersion: writeStatuses,
  restorePost: writeStatuses,
  createPostPreview: writeStatuses,
  revokePostPreviews: writeStatuses,
  addPostCategory: writeStatuses,
} as const satisfies Partial<Record<EveryEndpointName, ExpectedStatuses>>

export const postsInputs = { getPost: { id: 1 }, getPostVersions: { id: 1 } }

export const postsPathStatuses = { '/office/posts': 200, '/bn/office/posts?state=draft': 200, '/office/posts/1': 200 }
