/** The bed set-ups that the office can allow for a room type. */
export const bedSetups = ['double', 'singles', 'double_single', 'doubles', 'triple'] as const
export type BedSetup = (typeof bedSetups)[number]

/** Reads the stored set-ups of a room type. */
export const parseBedSetups = (json: string): BedSetup[] => bedSetups.filter((setup) => json.split(',').includes(setup))
export const serializeBedSetups = (setups: readonly BedSetup[]): string =>
  bedSetups.filter((setup) => setups.includes(setup)).join(',')
