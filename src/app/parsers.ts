/** All parsers of input from strangers. Each runs in its own process (platform/sandbox/sandbox.ts). */
export const parsers = {
  calendar: async () => {
    const { readCalendar } = await import('#front-desk/calendars/reading.ts')
    return ({ text, options }: { text: string; options: Parameters<typeof readCalendar>[1] }) =>
      readCalendar(text, options)
  },
  article: async () => (await import('#content/posts/clean.ts')).cleanHtml,
  picture: async () => (await import('#content/media/decoder.ts')).readPicture,
  mail: async () => (await import('#trade/inbox/mail.ts')).parseMail,
}

export type ParserName = keyof typeof parsers
