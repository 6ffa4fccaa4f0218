import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { requiredLine } from '#platform/http/fields.ts'

const foundRecord = z.object({
  kind: z.enum(['stay', 'person', 'unit', 'customer', 'enquiry', 'message', 'quotation', 'order', 'invoice']),
  id: z.string().describe('The reference or the ID. For a unit: the reference of the stay in it; empty: none'),
  title: z.string(),
  details: z.string(),
})

export const searchContract = {
  searchOffice: {
    summary:
      'Finds stays, people, units, customers, conversations, quotations, orders and invoices, as far as the caller may see them',
    input: z.object({ search: requiredLine(100) }),
    response: z.object({ data: z.array(foundRecord) }),
    who: 'enter the office',
  },
} satisfies Contract

export type SearchApi = Client<typeof searchContract>
export type FoundRecord = z.infer<typeof foundRecord>
