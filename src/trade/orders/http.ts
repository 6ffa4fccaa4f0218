import type { Database } from '#platform/database/database.ts'
import { notFound } from '#platform/errors.ts'
import type { Handlers } from '#platform/http/handlers.ts'
import { streamAttachment } from '../enquiries/attachment.ts'
import { decideSample } from './changing.ts'
import type { ordersContract } from './contract.ts'
import { requireOrderId } from './links.ts'
import { readOrderView } from './order-view.ts'
import { getOrder, listDocuments } from './store.ts'

export const ordersHandlers = {
  getOrder: async (db, ctx, { token }) =>
    readOrderView(db, ctx, await getOrder(db, await requireOrderId(db, ctx.now, token))),

  async getOrderPdf(db, ctx, { token, language }) {
    const order = await getOrder(db, await requireOrderId(db, ctx.now, token))
    // Fonts and Bengali text shaping take 60 MB, so they are loaded on demand.
    const { renderOrderPdf } = await import('../quotations/quotation-pdf.ts')
    return renderOrderPdf(db, ctx, order, language)
  },

  getOrderDocument: async (db, ctx, { token, file }) =>
    streamDocument(db, await requireOrderId(db, ctx.now, token), file),

  async decideSample(db, ctx, form) {
    await decideSample(db, ctx, form)
    return {}
  },
} satisfies Handlers<typeof ordersContract>

/** Streams a document of an order. Throws "not found" if there is none with this number. */
export async function streamDocument(db: Database, orderId: number, file: number) {
  const document = (await listDocuments(db, orderId)).find(({ id }) => id === file)
  if (!document) throw notFound()
  return streamAttachment(db, document)
}
