/** The pages that consist of passages. */
export const passagePages = ['home', 'trade', 'service'] as const
export type PassagePage = (typeof passagePages)[number]

/** The main heading of the home page. It has a title but no text. */
const welcomeId = 'home.welcome'

/** Passages that the code refers to by key. They have a fixed place and exist in every installation. */
export const fixedPassageIds: readonly string[] = [welcomeId, 'home.why-choose-us']

export const hasFixedPlace = (id: string): boolean => fixedPassageIds.includes(id)
export const hasTitleOnly = (id: string): boolean => id === welcomeId
/** Returns whether passages of the page can have a picture. */
export const isIllustrated = (page: string): boolean => page === 'home' || page === 'trade'
/** Returns whether a passage can have a picture. It needs a text. */
export const canHavePicture = (id: string): boolean => isIllustrated(id.split('.')[0]!) && !hasTitleOnly(id)

/** The maximum number of passages per page. */
export const MAX_PASSAGES = 24
