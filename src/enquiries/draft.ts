import { storage } from '../platform/storage.ts'
import { linesIn, type Line } from './basket.ts'

/** Who asks, as typed so far in this tab. */
export const draftNames = ['company', 'name', 'email', 'phone', 'message'] as const
export type Draft = Partial<Record<(typeof draftNames)[number], string>>

/** What was sent last. */
export interface Sent {
  reference: string
  email: string
  products: readonly Pick<Line, 'slug' | 'name'>[]
}

export const readDraft = (): Draft => read('enquiryDraft')

export const keepDraft = (draft: Draft): void => keep('enquiryDraft', draft)

export function readSent(): Sent | null {
  const { reference, email, products } = read('enquirySent')
  return reference && email && products ? { reference, email, products: linesIn(products) } : null
}

export const keepSent = ({ reference, email, products }: Sent): void =>
  keep('enquirySent', { reference, email, products: JSON.stringify(products) })

export const forgetSent = (): void => storage('sessionStorage')?.removeItem('enquirySent')

function keep(key: string, texts: Record<string, string | undefined>): void {
  try {
    storage('sessionStorage')?.setItem(key, JSON.stringify(texts))
  } catch {
    // There is no room: then it is not kept.
  }
}

function read(key: string): Record<string, string | undefined> {
  try {
    const found = Object.entries(JSON.parse(storage('sessionStorage')?.getItem(key) ?? '{}') as object)
    return Object.fromEntries(found.filter(([, value]) => typeof value === 'string'))
  } catch {
    return {}
  }
}
