/** How it went with a message. */
export const enquiriesServer = {
  'contact.thanks': 'Thank you. Your message has reached us.',
} as const
