/** How long letters are kept once they have left, for whoever asks what was written; and those that never did. */
export const emailRetention = { days: 90 }
