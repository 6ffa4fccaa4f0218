/** How long webhook events and the responses to them are stored. */
export const webhookRetention = { days: 30 }
