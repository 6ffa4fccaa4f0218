/** How long it is kept what another calendar called the nights that it has sold, after the last of them. */
export const importedRetention = { days: 90 }
