import { createJobHandlers, createScheduledTasks } from './scheduled-tasks.ts'
import type { Gateways } from '#money/payments/store.ts'
import { watchMailFolder } from '#trade/inbox/mail-folder.ts'
import { runEachMinute } from '#platform/background/daily.ts'
import type { WholeDatabase } from '#platform/database/database.ts'
import { startCleanup } from '#platform/background/cleanup.ts'
import { startWorker } from '#platform/background/jobs.ts'
import type { Context } from '#platform/context.ts'
import type { Metrics } from '#platform/metrics.ts'
import { annotateSpan, failCurrentSpan } from '#platform/tracing/spans.ts'
import type { Tracer } from '#platform/tracing/tracer.ts'
import { logInfrastructureError } from '#platform/infrastructure-error.ts'
import type { FastifyBaseLogger } from 'fastify'

interface BackgroundParts {
  db: WholeDatabase
  context: Context
  gateways: Gateways
  mailFolder: string | undefined
  metrics: Metrics | null
  tracer: Tracer | null
  log: FastifyBaseLogger
}

/** Starts the worker of the jobs, the scheduled tasks and the reading of incoming mail. */
export function startBackgroundTasks({ db, context, gateways, mailFolder, metrics, tracer, log }: BackgroundParts) {
  const logFailure = createFailureLog(log)
  const onJobError = (error: unknown, job: string) => {
    // Logged as a job failure. A mail server that is down is not an outage of this app.
    failCurrentSpan(error)
    if (job === 'worker') logFailure(error, 'jobs cannot be read')
    else log.error({ err: error, job }, 'job failed')
  }
  const worker = startWorker(db, context.clock, createJobHandlers(context, gateways), onJobError, {
    onResult(kind, result) {
      metrics?.countJob(kind, result)
      annotateSpan({ 'selvage.job.result': result })
    },
    ...(tracer && { traceJob: tracer.traceJob }),
  })
  const { purgeJobs, runDailyTasks, runMinutelyTasks, sendAutomaticEmails, refreshFigures } = createScheduledTasks(
    db,
    context,
  )
  const stops = [
    startCleanup(purgeJobs, (error) => logFailure(error, 'cleanup failed')),
    runEachMinute(runDailyTasks, (error) => logFailure(error, 'daily tasks failed')),
    runEachMinute(runMinutelyTasks, (error) => logFailure(error, 'minutely tasks failed')),
    runEachMinute(sendAutomaticEmails, (error) => logFailure(error, 'automatic emails cannot be created')),
    runEachMinute(refreshFigures, (error) => logFailure(error, 'daily figures cannot be computed')),
    () => worker.stop(),
  ]
  if (mailFolder !== undefined)
    stops.unshift(watchMailFolder(db, context, mailFolder, (error) => logFailure(error, 'mail cannot be read')))
  return { worker, runDailyTasks, sendAutomaticEmails, stops }
}

/** Logs an infrastructure failure once as such, and any other error with the message. */
export const createFailureLog = (log: FastifyBaseLogger) => (error: unknown, message: string) =>
  logInfrastructureError(log, error) || log.error({ err: error }, message)
