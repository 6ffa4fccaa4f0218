import { z } from 'zod'
import { categoryShape, postShape } from '../contract.ts'
import type { Client, Contract } from '#platform/contract.ts'
import { line } from '#platform/http/fields.ts'

export const postsContract = {
  getPreview: {
    summary: 'Returns a draft of a post with the secret of its preview link. Preview links expire',
    input: z.object({ token: line(64) }),
    response: z.object({ category: categoryShape.nullable(), post: postShape }),
    who: 'anyone',
    limit: { bucket: 'post-preview', times: 300, seconds: 3600 },
  },
} satisfies Contract

export type PostsApi = Client<typeof postsContract>
