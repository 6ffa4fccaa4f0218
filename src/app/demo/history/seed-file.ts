import type { CustomerKind } from '#schema/customers.ts'
import type { OrderState } from '#schema/quotations.ts'
import type { Language } from '#routes/public.ts'
import type { Purpose, QuantityUnit } from '#trade/enquiries/limits.ts'
import type { Unit as QuotedUnit } from '#trade/quotations/limits.ts'

/* The shape of seed/history.json. */

export interface HistorySeed {
  guests: SeedGuest[]
  customers: SeedCustomer[]
  enquiries: SeedEnquiry[]
  messages: SeedMessage[]
}

export interface SeedGuest {
  name: string
  country: string
  /** The name in the email address, if it cannot be built from the name. */
  mailbox?: string
  language?: Language
}

interface SeedCustomer {
  name: string
  kind: CustomerKind
  bin: string
  address: string
  notes: string
  paymentDays: number
  contacts: [name: string, job: string, email: string, phone: string][]
  /** The agreed price per night in BDT, by the slug of the room. */
  rates: Record<string, number>
}

interface Conversation {
  daysAgo: number
  name: string
  email: string
  language: Language
  message: string
  /** The answer of the company, and the reply of the sender to this answer. */
  answer?: string
  reply?: string
  /** Whether the conversation is closed, or waits for the sender. */
  done?: boolean
  waiting?: boolean
}

export interface SeedEnquiry extends Conversation {
  company: string
  lines: {
    product: string
    amount?: number
    unit?: QuantityUnit
    quantity?: string
    notes?: string
    purpose?: Purpose
  }[]
  /** `after` counts the days from the enquiry. */
  quote?: {
    after: number
    lines: { item: string; quantity: number; unit: QuotedUnit; price: number; colour: string }[]
  }
  outcome?: { after: number; kind: 'accepted' | 'lost'; reason: string }
  /** `shipBy` counts the days from the outcome. */
  order?: { state: OrderState; po: string; shipBy: number; courier?: string }
}

export interface SeedMessage extends Conversation {
  subject: string
}
