/** How somebody means to pay. The place of each is its number on the wire and in its column, and nowhere else. */
export const payments = ['none', 'online', 'offline'] as const
export type Payment = (typeof payments)[number]

interface Policy {
  freeCancellationHours: number
  lateCancellationNights: number
}

/** Whether there is a time at which cancelling costs something: it is between the free time and check-in. */
export const canBeLate = ({ freeCancellationHours, lateCancellationNights }: Policy): boolean =>
  freeCancellationHours > 0 && lateCancellationNights > 0
