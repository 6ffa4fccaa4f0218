import type { Generated } from 'kysely'
import type { Flag } from './flag.ts'

/** Products, and enquiries about them. */
export interface EnquiryTables {
  product: ProductTable
  certificate: CertificateTable
  product_certificate: { product_id: number; certificate_id: number }
  enquiry: EnquiryTable
  enquiry_line: EnquiryLineTable
  contact_message: ContactMessageTable
  attachment: AttachmentTable
  attachment_part: { attachment_id: number; position: number; content: Uint8Array }
  used_captcha: { id: string; expires_at: number }
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
  category: Generated<string>
  minimum_quantity: Generated<number | null>
  minimum_unit: Generated<string | null>
  lead_from_days: Generated<number | null>
  lead_to_days: Generated<number | null>
}

interface CertificateTable {
  id: Generated<number>
  name_en: string
  name_bn: string | null
  /** The number of the certificate. Empty if unknown. */
  number: string
  /** The last day of validity. */
  valid_until: number | null
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
  /** Free text, for buyers without an exact number. */
  quantity: string
  notes: string
  amount: Generated<number | null>
  unit: Generated<string | null>
  needed_by: Generated<number | null>
  purpose: Generated<string | null>
  /** JSON: the chosen options of the product, by group, by their English names. */
  choices: Generated<string>
  pantone: Generated<string>
}

/** `enquiry_id`, `message_id` and `order_id` are null during the upload. The content is in `attachment_part`. */
interface AttachmentTable {
  id: Generated<number>
  enquiry_id: number | null
  message_id: number | null
  order_id: Generated<number | null>
  position: number
  name: string
  type: string
  bytes: number
  sha256: string
  created_at: number
  /** The later message that contained the file. Null for the files of the enquiry or the first message. */
  entry_id: Generated<number | null>
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
