import type { Figure } from './table.ts'

/** Every bench by its name in `npm run bench -- <name>`. A bench loads its modules when it runs. */
export const measurements: Record<string, (folder: string) => Promise<Figure[]>> = {
  sent: async (folder) => (await import('./cached-pages.ts')).measureCachedPages(folder),
  made: async (folder) => (await import('./rendered-pages.ts')).measureRenderedPages(folder),
  sqlite: async (folder) => (await import('./bookings.ts')).bookingsOnSqlite(folder),
  'slow-disk': async (folder) => (await import('./bookings.ts')).bookingsOnSlowDisk(folder),
  postgres: async (folder) => (await import('./bookings.ts')).bookingsOnPostgres(folder),
  'search-sqlite': async (folder) => (await import('./search.ts')).searchesOnSqlite(folder),
  'search-postgres': async () => (await import('./search.ts')).searchesOnPostgres(),
  'lists-sqlite': async (folder) => (await import('./office-lists.ts')).listsOnSqlite(folder),
  'lists-postgres': async () => (await import('./office-lists.ts')).listsOnPostgres(),
  'figures-sqlite': async (folder) => (await import('./figures.ts')).figuresOnSqlite(folder),
  'figures-postgres': async () => (await import('./figures.ts')).figuresOnPostgres(),
  'notices-sqlite': async (folder) => (await import('./notices.ts')).noticesOnSqlite(folder),
  'notices-postgres': async () => (await import('./notices.ts')).noticesOnPostgres(),
  // The chart bench loads the test runner, which hooks into every promise. Only benches with their own processes run after it.
  chart: async () => (await import('./chart.ts')).chart(),
  rest: async (folder) => (await import('./start-and-rest.ts')).measureStartAndMemory(folder),
  crashes: async (folder) => (await import('./crashes.ts')).crashes(folder),
  'hostile-mail': async (folder) => (await import('./siege.ts')).hostileMail(folder),
  siege: async (folder) => (await import('./siege.ts')).measureUnderAttack(folder),
}
