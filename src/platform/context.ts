import type { Clock } from './clock.ts'

/** What this process has, for whatever is done in it. */
export interface Context {
  clock: Clock
  letterbox: Letterbox
  /** The address people know the site by. */
  publicUrl: string
  /** Not for load tests: then nobody's calls, tries, letters and requests are counted. */
  isLimited: boolean
}

export interface Letterbox {
  /** Where letters go, for people. */
  readonly place: string
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
  subject: string
  text: string
  html: string
  sentAt: Date
}
