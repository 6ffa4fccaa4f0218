import { readFile, rename, writeFile } from 'node:fs/promises'
import type { Language } from '#routes/public.ts'
import type { Fault, RefundEnd } from './faults.ts'

/** All that the simulator remembers: small enough to be read and written whole. */
export interface State {
  sessions: Session[]
  refunds: Refund[]
  /** Notices that are still to be sent, with when. */
  due: DueNotice[]
  faults: Fault[]
}

/** What was asked to be paid, and what was tried. */
export interface Session {
  key: string
  tranId: string
  openedAt: number
  amountPoisha: number
  language: Language
  /** As it was sent, without the password. */
  asked: Record<string, string>
  tries: Try[]
  /** What becomes of refunds that are asked for. */
  refundsEnd: RefundEnd
}

export type TryStatus = 'VALID' | 'FAILED' | 'CANCELLED' | 'UNATTEMPTED' | 'EXPIRED'

export interface Try {
  at: number
  status: TryStatus
  valId: string
  bankTranId: string
  /** In BDT, and what is left of it for the store. */
  amountPoisha: number
  storeAmountPoisha: number
  currency: string
  /** In hundredths of it. */
  currencyAmount: number
  means: Means
  isRisky: boolean
  validatedAt: number | null
  error: string
}

export type Means = 'card' | 'bkash' | 'nagad' | 'none'

export interface Refund {
  ref: string
  transId: string
  bankTranId: string
  amountPoisha: number
  initiatedAt: number
  refundedAt: number | null
  status: 'processing' | 'refunded' | 'cancelled'
  end: RefundEnd
}

export interface DueNotice {
  at: number
  url: string
  form: string
}

/** The oldest make room. */
const MAX_OF_EACH = 1_000

export interface Store {
  state: State
  /** After each change. */
  keep(): Promise<void>
}

/** In a file, where one is named: then what was paid before a new start is there after it. */
export async function openStore(file: string | null): Promise<Store> {
  const state: State = (file && (await readState(file))) || { sessions: [], refunds: [], due: [], faults: [] }
  let written = Promise.resolve()
  let known = JSON.stringify(state)
  return {
    state,
    keep() {
      for (const list of [state.sessions, state.refunds, state.due, state.faults])
        list.splice(0, list.length - MAX_OF_EACH)
      const text = file === null ? known : JSON.stringify(state)
      if (file !== null && text !== known) written = written.then(() => replace(file, text))
      known = text
      return written
    },
  }
}

async function readState(file: string): Promise<State | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as State
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** Whoever reads it meanwhile sees the old one or the new one. */
async function replace(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text)
  await rename(`${file}.new`, file)
}
