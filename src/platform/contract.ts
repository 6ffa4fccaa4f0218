import type { z } from 'zod'
import type { PermissionHolder, Permission } from '#schema/permissions.ts'
import type { Language } from '#routes/public.ts'
import type { Context } from './context.ts'
import type { FileLimits } from './file-kinds.ts'
import type { ReceivedForm } from './files/receive.ts'

/** The input, response and permitted callers of one endpoint. Its method and path are in a separate list. */
export interface Endpoint {
  summary: string
  input: z.ZodObject
  response: z.ZodType
  /**
   * The permitted callers. 'anyone' needs no token; 'stay link' needs none besides the link in the confirmation
   * email.
   */
  who: Permission | 'anyone' | 'stay link'
  /** Whether an unattended session is not enough: the caller then has to verify again unless they did so recently. */
  sensitive?: true
  /** Whether the response differs with every call and must not be cached. */
  fresh?: true
  /** The response is a file with this type and download name, or an uploaded file as it was sent. */
  file?: { type: string; name: string } | 'sent'
  /**
   * Whether the response is a stream without end, such as server-sent events. It does not count against the queue.
   * Needs file 'sent'.
   */
  live?: true
  /** The maximum body size in bytes, if it is larger than a form's. Only for callers who may use the endpoint. */
  maxBytes?: number
  /** Accepts files besides its input: their number, sizes and kinds. */
  files?: FileLimits
  /**
   * Reads the Idempotency-Key, so that a repeated request is carried out once. A string means that a key is required,
   * and describes its use. With `secret`, the key grants access: it must be secret and too long to guess.
   */
  keyed?: true | string | { secret: string }
  /**
   * How often one account, or one network if signed out, may call it. Endpoints with the same bucket share the limit.
   */
  limit?: Limit
}
export type Contract = Readonly<Record<string, Endpoint>>
export interface Limit {
  bucket: string
  times: number
  seconds: number
  /**
   * Who shares the limit, if not the account. `network` is for sign-in and sign-up, where having many accounts must not
   * help. `session` is for cases where a stolen session must not lock out the owner of the account.
   */
  per?: 'network' | 'session'
}

type Input<E extends Endpoint> = z.input<E['input']>
export type ApiResponseOf<E extends Endpoint> = z.output<E['response']>
type CallResult<E extends Endpoint> = E extends { file: unknown } ? BlobPart : ApiResponseOf<E>

/** A file that is sent in parts. */
export interface StreamedFile {
  name: string
  type: string
  /** Null if the size is unknown until the end. */
  bytes: number | null
  parts: AsyncIterable<Uint8Array | string>
  /** Called once the response has ended or its connection is lost, even if no part was read. */
  onClose?(): void
}

/** The endpoints of a contract as functions. Pages use the same ones on the server and in the browser. */
export type Client<C extends Contract> = {
  readonly [Name in keyof C]: C[Name] extends Endpoint
    ? (input: Input<C[Name]>, options?: CallOptions) => Promise<CallResult<C[Name]>>
    : never
}
export interface CallOptions {
  /** Requests with the same key are carried out once. */
  key?: string
  /** Only on the server: the form with the files that a page received. */
  received?: ReceivedForm | undefined
}

/** The context of a request. Its account is known only from the bearer token. */
export interface RequestContext {
  account: CallerAccount | null
  language: Language
  /**
   * Null while a page is rendered, whose calls are not rate-limited, and for a change through a stay link, whose address
   * is not stored.
   */
  address: string | null
  userAgent: string
  token: string | null
  idempotencyKey: string | null
  /** The time of the request, which operations use instead of the clock. */
  now: number
  /** The cache key of this request, or of all calls for one page. Data cached under this object is released with it. */
  visit: object
  context: Context
}
export interface CallerAccount extends PermissionHolder {
  id: number
  name: string
  /** The last time at which the user of this session verified their identity. */
  verifiedAt?: number | null
}
