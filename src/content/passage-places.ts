/** The pages that consist of passages. */
export const pagesOfPassages = ['home', 'service'] as const
export type PageOfPassages = (typeof pagesOfPassages)[number]

/** The main heading of the home page. It has a title but no text. */
const welcome = 'home.welcome'

/** Passages that the code refers to by key. They have a fixed place and exist in every installation. */
export const passagesInPlace: readonly string[] = [welcome, 'home.why-choose-us']

export const isInPlace = (id: string): boolean => passagesInPlace.includes(id)
export const isTitleAlone = (id: string): boolean => id === welcome
/** Only texts of the home page can have a picture. */
export const hasPicture = (id: string): boolean => id.startsWith('home.') && !isTitleAlone(id)

/** The maximum number of passages per page. */
export const MAX_PASSAGES = 24
