import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/** What is made for sale, and who asks about it. */
export interface EnquiryTables {
  product: ProductTable
  enquiry: EnquiryTable
  enquiry_line: EnquiryLineTable
  contact_message: ContactMessageTable
  attachment: AttachmentTable
  attachment_part: { attachment_id: number; position: number; content: Uint8Array }
  spent_captcha: { id: string; expires_at: number }
}

interface ProductTable {
  id: Generated<number>
  slug: string
  picture: string
  name_en: string
  name_bn: string | null
  summary_en: string
  summary_bn: string | null
  description_en: string
  description_bn: string | null
  specification_en: string
  specification_bn: string | null
  position: number
  active: Flag
  version: Generated<number>
}

interface EnquiryTable {
  id: Generated<number>
  code: string
  account_id: number | null
  company: string
  name: string
  email: string
  phone: string
  notes: string
  language: string
  created_at: number
  handled_at: number | null
  handled_by: number | null
}

interface EnquiryLineTable {
  enquiry_id: number
  position: number
  product_id: number
  product_name: string
  /** In words, by those who have no number. */
  quantity: string
  notes: string
  amount: Generated<number | null>
  unit: Generated<string | null>
  needed_by: Generated<number | null>
  purpose: Generated<string | null>
  /** JSON: what was chosen of the product's sizes, finishes and shades, as they are called in English. */
  choices: Generated<string>
}

/** Of neither while it is on its way. Its bytes stand apart, in parts. */
interface AttachmentTable {
  id: Generated<number>
  enquiry_id: number | null
  message_id: number | null
  position: number
  name: string
  type: string
  bytes: number
  sha256: string
  created_at: number
}

interface ContactMessageTable {
  id: Generated<number>
  name: string
  email: string
  subject: string
  message: string
  language: string
  created_at: number
  handled_at: number | null
  handled_by: number | null
}
