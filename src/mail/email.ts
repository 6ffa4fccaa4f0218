import type { MailPot } from '#schema/messages.ts'
import type { Decline } from './declining.ts'
import type { EmailKind } from './kinds.ts'

export interface Email {
  /** Which of the product's letters it is. */
  kind: EmailKind
  subject: string
  paragraphs: readonly string[]
  /** What must stand out: name and value, line by line. */
  facts?: readonly (readonly [string, string])[]
  /** Of several the first is what the letter is for. */
  links?: readonly { label: string; url: string }[]
  /** What it is about, as the audit names it: `booking ABC123`. So that whoever answers sees what was written before. */
  about?: string
  /** A link is a key: nothing of the letter is kept once it has left. */
  secret?: true
  /** Goes with it, and is not kept once it has left. */
  file?: EmailFile
  /** Whither it is answered, where that is not the company: a key, so it is not kept once the letter has left. */
  replyTo?: string
  /** It can be declined, by the link under it. */
  decline?: Decline
  /** What it is counted with, when its address has had too many: said only of letters that not anybody can cause. */
  pot?: Exclude<MailPot, 'anybody'>
}

export interface EmailFile {
  name: string
  type: string
  bytes: Uint8Array
}

/** Who writes. */
export interface EmailHeader {
  /** What stands above a letter. */
  house: string
  /** With what it ends, line by line: regards, the name, the address, how we are reached. Nothing where we write to ourselves. */
  signature: readonly string[]
}
