/** What makes a house ready for its first guest, in the order in which it is done best. */
export const firstSteps = ['company', 'room', 'units', 'goods', 'texts', 'team'] as const
export type FirstStep = (typeof firstSteps)[number]
