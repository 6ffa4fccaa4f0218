/** How somebody means to pay. The place of each is its number on the wire and in its column, and nowhere else. */
export const payments = ['none', 'online', 'offline'] as const
export type Payment = (typeof payments)[number]
