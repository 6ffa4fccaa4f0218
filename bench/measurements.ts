import type { Figure } from './table.ts'

/** The benches by their names in `npm run bench -- <name>`. A bench loads its modules when it runs. */
export const measurements: Record<string, (folder: string) => Promise<Figure[]>> = {
  sent: async (folder) => (await import('./cached-pages.ts')).measureCachedPages(folder),
  made: async (folder) => (await import('./rendered-pages.ts')).measureRenderedPages(folder),
  sqlite: async (folder) => (await import('./bookings.ts')).measureBookingsOnSqlite(folder),
  'slow-disk': async (folder) => (await import('./bookings.ts')).measureBookingsOnSlowDisk(folder),
  postgres: async (folder) => (await import('./bookings.ts')).measureBookingsOnPostgres(folder),
  'search-sqlite': async (folder) => (await import('./search.ts')).measureSearchesOnSqlite(folder),
  'search-postgres': async () => (await import('./search.ts')).measureSearchesOnPostgres(),
  'lists-sqlite': async (folder) => (await import('./office-lists.ts')).measureListsOnSqlite(folder),
  'lists-postgres': async () => (await import('./office-lists.ts')).measureListsOnPostgres(),
  'figures-sqlite': async (folder) => (await import('./figures.ts')).measureFiguresOnSqlite(folder),
  'figures-postgres': async () => (await import('./figures.ts')).measureFiguresOnPostgres(),
  'notices-sqlite': async (folder) => (await import('./notices.ts')).measureNoticesOnSqlite(folder),
  'notices-postgres': async () => (await import('./notices.ts')).measureNoticesOnPostgres(),
  peers: async (folder) => (await import('./peers.ts')).measureBesidePeers(folder),
  workers: async (folder) => (await import('./workers.ts')).measureWorkers(folder),
  wakes: async () => (await import('./wakes.ts')).measureWakes(),
  move: async (folder) => (await import('./move.ts')).measureMove(folder),
  // The chart bench loads the test runner, which hooks into every promise. Only benches with their own processes run after it.
  chart: async () => (await import('./chart.ts')).measureCharts(),
  rest: async (folder) => (await import('./start-and-rest.ts')).measureStartAndMemory(folder),
  crashes: async (folder) => (await import('./crashes.ts')).measureCrashes(folder),
  restarts: async (folder) => (await import('./outages.ts')).measureRollingRestarts(folder),
  outages: async (folder) => (await import('./outages.ts')).measureDatabaseOutages(folder),
  'hostile-mail': async (folder) => (await import('./siege.ts')).measureHostileEmails(folder),
  siege: async (folder) => (await import('./siege.ts')).measureUnderAttack(folder),
}
