import type { RequestContext } from '#platform/contract.ts'
import type { Database } from '#platform/database/database.ts'
import type { Language } from '#routes/public.ts'
import type { EmailKind } from './kinds.ts'
import type { Email } from './email.ts'

/** A letter about something real, that goes to nobody. */
interface Sample {
  /** What it is about, for whoever looks at it: the reference of a stay, a number. */
  about: string
  /** In the words of the moment at which it is called. */
  make(): Email
}

/** Looks for something of which such a letter could be written: what is asked for, or else the last there is. Null: there is nothing. */
export type EmailSample = (
  db: Database,
  ctx: RequestContext,
  wanted: { language: Language; code: string | null },
) => Promise<Sample | null>

/** What the slices know how to show, by the name of the letter. */
export type EmailSamples = Partial<Record<EmailKind, EmailSample>>
