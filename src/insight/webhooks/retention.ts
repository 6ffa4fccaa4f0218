/** The retention period of webhook events and the responses to them. */
export const webhookRetention = { days: 30 }
