import type { Clock } from './clock.ts'

/** The services and settings of this process. */
export interface Context {
  clock: Clock
  mailer: Mailer
  /** The public address of the site. */
  publicUrl: string
  /** The reply address for inbox answers, with {token} in it. Undefined: replies go to the company's own address. */
  replyAddress?: string | undefined
  /** Encrypts secrets before they are stored in the database. Null: no shared key is configured. */
  sealer: Sealer | null
  /** Checks whether requests may go to an address that a user entered: a public one, or an allowed internal one. */
  isAllowedAddress: (address: string) => boolean
  /** Whether calls, sign-in attempts, emails and requests are limited. Load tests turn this off. */
  isLimited: boolean
  /** How guests can pay balances on the site: not at all, at a simulated gateway, or at a real one. */
  onlinePayments: 'off' | 'simulated' | 'live'
  /** Whether this is a demo, whose passwords are public. */
  isDemo: boolean
  installation: Installation
  /** Replaces the default time limits. Only tests set it. */
  timeLimits?: Partial<TimeLimits>
}

/** Facts about this process and its server, for the status page. */
export interface Installation {
  version: string
  startedAt: number
  dataFolder: string
  /** Whether a mail server is set. Without one, emails become files. */
  hasMailServer: boolean
  /** Connects to the public address and returns its certificate. */
  readCertificate: () => Promise<Certificate>
}

/** The certificate of the public address, or why there is none. */
export type Certificate =
  { kind: 'not encrypted' | 'unreachable' } | { kind: 'found'; validUntil: number; isTrusted: boolean }

/** Milliseconds. */
export interface TimeLimits {
  /** The time limit for the headers of a request. */
  headers: number
  /** The time limit for the body of a request without files. */
  body: number
  /** The maximum pause of an upload. */
  uploadIdleMs: number
  /** The time limit for the response of a webhook endpoint. */
  webhookAnswer: number
}

export interface Sealer {
  /** `about` describes the text. Sealed text can only be opened with the same `about`. */
  seal(plain: Uint8Array, about: string): Uint8Array
  /** Returns null if the text was sealed with another key or another `about`, or was changed. */
  open(sealed: Uint8Array, about: string): Uint8Array | null
}

export interface Mailer {
  /** The destination of emails, in readable form. */
  readonly place: string
  /** The configured sender, with or without a name. Mail servers see its address. */
  readonly from: string
  send(message: Message): Promise<void>
  close(): void
}

export interface Correspondent {
  name: string
  address: string
}

export interface Message {
  id: number
  to: string
  /** The reply address, if it is not the sender. */
  replyTo: Correspondent | null
  /** The sender name, if it is not the configured one. */
  senderName: string | null
  subject: string
  text: string
  html: string
  sentAt: Date
  files: readonly { name: string; type: string; bytes: Uint8Array }[]
  /** The unsubscribe URL for the recipient. Null: the email is not optional. */
  declineUrl: string | null
}
