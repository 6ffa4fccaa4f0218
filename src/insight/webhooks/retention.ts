/** How long webhook events and the responses to them are stored. */
export const toldRetention = { days: 30 }
