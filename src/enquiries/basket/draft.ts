import { keep, storage } from '../../platform/storage.ts'
import { linesIn, type Line } from './basket.ts'

/** Who asks, as typed so far in this tab. */
export const draftNames = ['company', 'name', 'email', 'phone', 'message'] as const
export type Draft = Partial<Record<(typeof draftNames)[number], string>>

/** What was sent last. */
export interface SentEnquiry {
  reference: string
  email: string
  products: readonly Pick<Line, 'slug' | 'name'>[]
}

export const readDraft = (): Draft => read('enquiryDraft')

export const keepDraft = (draft: Draft): void => keepTexts('enquiryDraft', draft)

export function readSent(): SentEnquiry | null {
  const { reference, email, products } = read('enquirySent')
  return reference && email && products ? { reference, email, products: linesIn(products) } : null
}

export const keepSent = ({ reference, email, products }: SentEnquiry): void =>
  keepTexts('enquirySent', { reference, email, products: JSON.stringify(products) })

export const forgetSent = (): void => storage('sessionStorage')?.removeItem('enquirySent')

/** Where there is no room, it is not kept. */
function keepTexts(key: string, texts: Record<string, string | undefined>): void {
  keep('sessionStorage', key, JSON.stringify(texts))
}

function read(key: string): Record<string, string | undefined> {
  try {
    const found = Object.entries(JSON.parse(storage('sessionStorage')?.getItem(key) ?? '{}') as object)
    return Object.fromEntries(found.filter(([, value]) => typeof value === 'string'))
  } catch {
    return {}
  }
}
