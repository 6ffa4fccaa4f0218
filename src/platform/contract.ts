import type { z } from 'zod'
import type { Entitled, Permission } from '#schema/permissions.ts'
import type { Language } from '#routes/public.ts'
import type { Context } from './context.ts'
import type { FileLimits } from './file-kinds.ts'

/** What one endpoint takes, answers, and who may call it. Its verb and path stand in a list of their own. */
export interface Endpoint {
  summary: string
  input: z.ZodObject
  answer: z.ZodType
  /** Whoever may do this. 'anyone' needs no token; 'whoever booked' none beside the link in their letter. */
  who: Permission | 'anyone' | 'whoever booked'
  /** What must not happen by a session that was left open: whoever asks shows once more that it is they, if that is long ago. */
  sensitive?: true
  /** New with every call: to be kept by nobody. */
  fresh?: true
  /** The answer is a file, of this type and for keeping under this name; or one that somebody has sent, as it came. */
  file?: { type: string; name: string } | 'sent'
  /** Goes on being answered while whoever asked listens, and so takes nobody's turn: as server-sent events, of a file 'sent'. */
  live?: true
  /** Takes more than a form has, so many bytes: from those alone who may call it. */
  mostBytes?: number
  /** Takes files beside its input: so many, so large, of these kinds. */
  files?: FileLimits
  /**
   * Reads the Idempotency-Key, so that a request that is sent again is carried out once. Says so if it takes only one, or
   * what it opens: then it is a secret of whoever asks, and too long to be guessed.
   */
  keyed?: true | string | { secret: string }
  /** How often one account may call it, or one network where nobody is signed in. Endpoints with the same bucket share it. */
  limit?: Limit
}
export type Contract = Readonly<Record<string, Endpoint>>
export interface Limit {
  bucket: string
  times: number
  seconds: number
  /**
   * Whose calls count together, if not those of an account. `network`: for signing in and up, where an account must not
   * help. `session`: where a stolen session must not lock the owner of the account out.
   */
  per?: 'network' | 'session'
}

type Input<E extends Endpoint> = z.input<E['input']>
export type Answer<E extends Endpoint> = z.output<E['answer']>
type Told<E extends Endpoint> = E extends { file: unknown } ? BlobPart : Answer<E>

/** A file as it is given out, part by part. */
export interface GivenFile {
  name: string
  type: string
  /** Null where nobody knows before it is whole. */
  bytes: number | null
  parts: AsyncIterable<Uint8Array | string>
}

/** The endpoints of a contract as functions: the same for pages on the server and in the browser. */
export type Client<C extends Contract> = {
  readonly [Name in keyof C]: C[Name] extends Endpoint
    ? (input: Input<C[Name]>, options?: CallOptions) => Promise<Told<C[Name]>>
    : never
}
export interface CallOptions {
  /** The same key again is the same request: it is carried out once. */
  key?: string
}

/** Who is asking: known from the bearer token alone. */
export interface RequestContext {
  account: AskerAccount | null
  language: Language
  /** Null when a page is made for whoever reads it: nobody's calls are counted then. */
  address: string | null
  userAgent: string
  token: string | null
  idempotencyKey: string | null
  /** The moment of asking: whatever is done for it is done at this one. */
  now: number
  /** One for each call, or for all that one page asks: what was read for it is remembered under it, and goes with it. */
  visit: object
  context: Context
}
export interface AskerAccount extends Entitled {
  id: number
  name: string
  /** When who has this session last showed that it is they. */
  provedAt?: number | null
}
