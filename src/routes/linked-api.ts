/** Endpoints that public pages only link to. */
export const linkedEndpoints = {
  getQuotationPdf: ['GET', '/api/public/quotation.pdf'],
  getOrderPdf: ['GET', '/api/public/order.pdf'],
  getOrderDocument: ['GET', '/api/public/orderDocument'],
} as const
