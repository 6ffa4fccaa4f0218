interface Policy {
  freeCancellationHours: number
  lateCancellationNights: number
}

/** Whether there is a time at which cancelling costs something: it is between the free time and check-in. */
export const canBeLate = ({ freeCancellationHours, lateCancellationNights }: Policy): boolean =>
  freeCancellationHours > 0 && lateCancellationNights > 0
