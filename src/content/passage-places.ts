/** The pages that are made of passages, as the content calls them. */
export const pagesOfPassages = ['home', 'service'] as const
export type PageOfPassages = (typeof pagesOfPassages)[number]

/** The heading above all else on the home page: a title, and no text. */
const welcome = 'home.welcome'

/** Passages for which the code asks by their key. Each stays where its page has a place for it, and every house has it. */
export const passagesInPlace: readonly string[] = [welcome, 'home.why-choose-us']

export const isInPlace = (id: string): boolean => passagesInPlace.includes(id)
export const isTitleAlone = (id: string): boolean => id === welcome
/** Beside the texts of the home page there is room for one. */
export const hasPicture = (id: string): boolean => id.startsWith('home.') && !isTitleAlone(id)

/** Of the passages of a page at most so many. */
export const MAX_PASSAGES = 24
