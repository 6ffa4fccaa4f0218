import type { LetterSamples } from '#mail/samples.ts'
import { inLanguage } from '#routes/public.ts'
import { officePages } from '#routes/office.ts'
import { factorLetter } from './factor-letters.ts'
import { placeLetter } from './invitation.ts'

/** The letters to people of the company, of whoever looks at them. */
export const staffLetterSamples: LetterSamples = {
  async staff_place(_, { account, context }, { language }) {
    const who = account!.name
    const url = context.publicUrl + inLanguage(officePages.welcome, language)
    return { about: who, make: () => placeLetter(language, { who, url, days: 7 }) }
  },
  async staff_factor(_, { account, now }, { language }) {
    const { name } = account!
    return { about: name, make: () => factorLetter(language, name, 'passkey added', now) }
  },
}
