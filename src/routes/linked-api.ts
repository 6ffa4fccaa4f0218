/** Endpoints that public pages only link to, or that only the office calls. The first script does not contain them. */
export const linkedEndpoints = {
  getQuotationPdf: ['GET', '/api/public/quotation.pdf'],
  getOrderPdf: ['GET', '/api/public/order.pdf'],
  getOrderDocument: ['GET', '/api/public/orderDocument'],
  getAttachment: ['GET', '/api/enquiries/attachment'],
} as const
