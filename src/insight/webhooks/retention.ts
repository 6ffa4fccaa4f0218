/** How long it is kept what programs outside were told, and what they answered. */
export const toldRetention = { days: 30 }
