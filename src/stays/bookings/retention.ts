/** The retention periods of personal data in bookings. The privacy policy shows them to guests. */
export const bookingRetention = { guestWithoutStayDays: 2, stayMonths: 24, requestSenderDays: 90, guestChangeDays: 90 }

/** The retention period of the guest register, in months after departure. */
export const registerRetention = { months: 24 }

/** The maximum retention of ID copies. The setting cannot exceed it. */
export const copiesRetention = { maxDays: 90 }
