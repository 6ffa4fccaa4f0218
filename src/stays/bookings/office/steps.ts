/** The setup steps before the first booking, in the recommended order. */
export const firstSteps = ['company', 'room', 'units', 'goods', 'texts', 'team'] as const
export type FirstStep = (typeof firstSteps)[number]
