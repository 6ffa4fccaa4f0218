import { z } from 'zod'
import type { Client, Contract } from '#platform/contract.ts'
import { count } from '#platform/http/fields.ts'
import { conversationSummary } from '../inbox/office/contract.ts'
import { orderRow } from '../orders/office/contract.ts'
import { quotationRow } from '../quotations/office/contract.ts'

const file = z.object({
  id: z.int(),
  name: z.string(),
  bytes: z.int(),
  at: z.iso.datetime(),
  code: z.string().nullable().describe('The enquiry with which it arrived'),
  message: z.int().nullable(),
})

export const customerSalesContract = {
  getCustomerConversations: {
    summary: 'Lists the latest conversations with the contacts of a customer, and the files that they sent',
    input: z.object({ id: count(1, 2_147_483_647) }),
    response: z.object({ conversations: z.array(conversationSummary), files: z.array(file) }),
    who: 'answer enquiries',
  },
  getCustomerQuotations: {
    summary: 'Lists the latest quotations for the contacts of a customer',
    input: z.object({ id: count(1, 2_147_483_647) }),
    response: z.object({ data: z.array(quotationRow) }),
    who: 'make quotations',
  },
  getCustomerOrders: {
    summary: 'Lists the latest orders of the contacts of a customer',
    input: z.object({ id: count(1, 2_147_483_647) }),
    response: z.object({ data: z.array(orderRow) }),
    who: 'make quotations',
  },
} satisfies Contract

export type CustomerSalesApi = Client<typeof customerSalesContract>
export type CustomerConversations = z.infer<(typeof customerSalesContract.getCustomerConversations)['response']>
