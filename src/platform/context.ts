import type { Clock } from './clock.ts'

/** What this process has, for whatever is done in it. */
export interface Context {
  clock: Clock
  mailer: Mailer
  /** The address people know the site by. */
  publicUrl: string
  /** Whither answers of the inbox are answered, with {token} in it; nobody said, and it is the company's own address. */
  replyAddress?: string | undefined
  /** For what the database alone must not give away. Null: nobody gave a key that every process has. */
  sealer: Sealer | null
  /** Whether an address that somebody typed may be asked: one of the internet, or one inside that the house was told of. */
  mayReach: (address: string) => boolean
  /** Not for load tests: then nobody's calls, tries, letters and requests are counted. */
  isLimited: boolean
  /** Whether what is owed can be paid on the site: not at all, at a gateway that only plays, or at one that takes money. */
  paidOnline: 'no' | 'in play' | 'yes'
  /** A house to try things in, whose passwords are known to everybody. */
  isDemo: boolean
  /** Replaces the default time limits. Only tests set it. */
  timeLimits?: Partial<TimeLimits>
}

/** In milliseconds. */
export interface TimeLimits {
  /** How long the body of a request without files may take. */
  body: number
  /** How long an upload may stay silent. */
  uploadSilence: number
  /** How long a webhook endpoint may take to answer. */
  webhookAnswer: number
}

export interface Sealer {
  /** Of what it is: nothing sealed can be put in the place of something else. */
  seal(plain: Uint8Array, about: string): Uint8Array
  /** Null where it was sealed with another key, about something else, or was changed. */
  open(sealed: Uint8Array, about: string): Uint8Array | null
}

export interface Mailer {
  /** Where letters go, for people. */
  readonly place: string
  /** From whom letters come, as the process was told: with a name or without. The address is what mail servers see. */
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
  /** Whom it is answered to, where that is not the sender. */
  replyTo: Correspondent | null
  /** As whom it comes, where that is not as the process was told. */
  senderName: string | null
  subject: string
  text: string
  html: string
  sentAt: Date
  file: { name: string; type: string; bytes: Uint8Array } | null
  /** By which whoever gets it says that they want no more of its like; null where it cannot be declined. */
  declineUrl: string | null
}
