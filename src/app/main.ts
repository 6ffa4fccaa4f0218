// Starts the server, or with WORKERS several processes that share its port.
import { readSettings, SettingsError } from './settings.ts'

try {
  const settings = readSettings(process.env)
  const workers = settings.WORKERS > 1 ? await import('./workers.ts') : null
  if (workers?.isMainProcess) await workers.runWorkers(settings.WORKERS)
  else await (await import('./server.ts')).startServer(settings, workers?.getWorkerNumber())
} catch (error) {
  if (!(error instanceof SettingsError)) throw error
  console.error(error.message)
  process.exit(1)
}
