/**
 * Parsers of input from strangers, and those that need much memory. Each runs in its own process
 * (platform/sandbox/sandbox.ts).
 */
export const parsers = {
  calendar: async () => {
    const { readCalendar } = await import('#front-desk/calendars/reading.ts')
    return ({ text, options }: { text: string; options: Parameters<typeof readCalendar>[1] }) =>
      readCalendar(text, options)
  },
  article: async () => (await import('#content/posts/clean.ts')).cleanHtml,
  picture: async () => (await import('#content/media/decoder.ts')).readPicture,
  font: async () => {
    const { default: decompress } = await import('wawoff2/decompress.js')
    // The decompressor reuses its memory for the next font.
    return async (woff2: Uint8Array) => Uint8Array.from(await decompress(woff2))
  },
  mail: async () => (await import('#trade/inbox/mail.ts')).parseMail,
}

export type ParserName = keyof typeof parsers
