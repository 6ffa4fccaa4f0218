import { readFile, rename, writeFile } from 'node:fs/promises'
import type { Language } from '#routes/public.ts'
import type { Fault, RefundOutcome } from './faults.ts'

/** The state of the simulator. It is small enough to be read and written as a whole. */
export interface State {
  sessions: Session[]
  refunds: Refund[]
  /** Notices that are not sent yet, with their times. */
  due: DueNotice[]
  faults: Fault[]
}

/** A payment request with its attempts. */
export interface Session {
  key: string
  tranId: string
  openedAt: number
  amountPoisha: number
  language: Language
  /** The fields of the order as it was sent, without the password. */
  fields: Record<string, string>
  tries: Attempt[]
  /** The outcome that refund requests will have. */
  refundsEnd: RefundOutcome
}

export type AttemptStatus = 'VALID' | 'FAILED' | 'CANCELLED' | 'UNATTEMPTED' | 'EXPIRED'

export interface Attempt {
  at: number
  status: AttemptStatus
  valId: string
  bankTranId: string
  /** The amount in BDT, and the store's share after the gateway's fee. */
  amountPoisha: number
  storeAmountPoisha: number
  currency: string
  /** Hundredths of the currency unit. */
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
  end: RefundOutcome
}

export interface DueNotice {
  at: number
  url: string
  form: string
}

/** The maximum length of each list. The oldest entries are dropped. */
const MAX_PER_LIST = 1_000

export interface Store {
  state: State
  /** Saves the state. Call it after each change. */
  save(): Promise<void>
}

/** Opens the store. With a file, the state survives a restart. */
export async function openStore(file: string | null): Promise<Store> {
  const state: State = (file && (await readState(file))) || { sessions: [], refunds: [], due: [], faults: [] }
  let pendingWrite = Promise.resolve()
  let lastSavedText = JSON.stringify(state)
  return {
    state,
    save() {
      for (const list of [state.sessions, state.refunds, state.due, state.faults])
        list.splice(0, list.length - MAX_PER_LIST)
      const text = file === null ? lastSavedText : JSON.stringify(state)
      if (file !== null && text !== lastSavedText) pendingWrite = pendingWrite.then(() => replaceFile(file, text))
      lastSavedText = text
      return pendingWrite
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

/** Replaces the file atomically. Readers see the old or the new content. */
async function replaceFile(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text)
  await rename(`${file}.new`, file)
}
