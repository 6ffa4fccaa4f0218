/** The result of sending a message. */
export const enquiriesServer = {
  'contact.thanks': 'Thank you. We have received your message.',
} as const
