import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/** What is made for sale, and who asks about it. */
export interface EnquiryTables {
  product: ProductTable
  enquiry: EnquiryTable
  enquiry_line: EnquiryLineTable
  contact_message: ContactMessageTable
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
  quantity: string
  notes: string
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
