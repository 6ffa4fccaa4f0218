import { saveToStorage, getStorage } from '#platform/storage.ts'
import { parseLines, type Line } from './basket.ts'

/** The last enquiry sent from this tab. */
export interface SentEnquiry {
  reference: string
  email: string
  products: readonly Pick<Line, 'slug' | 'name'>[]
}

export function readSentEnquiry(): SentEnquiry | null {
  try {
    const { reference, email, products } = JSON.parse(
      getStorage('sessionStorage')?.getItem(STORAGE_KEY) ?? '{}',
    ) as StoredEnquiry
    const isComplete = [reference, email, products].every((text) => text && typeof text === 'string')
    return isComplete ? { reference: reference!, email: email!, products: parseLines(products!) } : null
  } catch {
    return null
  }
}

/** Returns false if the browser blocks storage. */
export const saveSentEnquiry = ({ reference, email, products }: SentEnquiry): boolean =>
  saveToStorage('sessionStorage', STORAGE_KEY, JSON.stringify({ reference, email, products: JSON.stringify(products) }))

export const purgeSentEnquiry = (): void => getStorage('sessionStorage')?.removeItem(STORAGE_KEY)

const STORAGE_KEY = 'enquirySent'
type StoredEnquiry = Partial<Record<keyof SentEnquiry, string>>
