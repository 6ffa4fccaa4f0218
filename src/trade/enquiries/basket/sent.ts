import { keep, storage } from '#platform/storage.ts'
import { linesIn, type Line } from './basket.ts'

/** The last enquiry sent from this tab. */
export interface SentEnquiry {
  reference: string
  email: string
  products: readonly Pick<Line, 'slug' | 'name'>[]
}

export function readSent(): SentEnquiry | null {
  try {
    const { reference, email, products } = JSON.parse(storage('sessionStorage')?.getItem(KEY) ?? '{}') as Kept
    const isWhole = [reference, email, products].every((text) => text && typeof text === 'string')
    return isWhole ? { reference: reference!, email: email!, products: linesIn(products!) } : null
  } catch {
    return null
  }
}

/** Returns false if the browser blocks storage. */
export const keepSent = ({ reference, email, products }: SentEnquiry): boolean =>
  keep('sessionStorage', KEY, JSON.stringify({ reference, email, products: JSON.stringify(products) }))

export const purgeSent = (): void => storage('sessionStorage')?.removeItem(KEY)

const KEY = 'enquirySent'
type Kept = Partial<Record<keyof SentEnquiry, string>>
