/** The result of sending a message. */
export const enquiriesServer = {
  'contact.thanks': 'Thank you. We have received your message.',
  'products.catalogue_title': 'Product catalogue',
  'products.catalogue_contents': 'Contents',
  'products.catalogue_prices':
    'Prices depend on size, finish and quantity. Send us an enquiry for samples and a quotation.',
} as const
