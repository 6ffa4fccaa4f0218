import { MINUTE_MS } from '#platform/durations.ts'

/** The pauses of domains whose mail servers refused emails recently. */
export interface DomainPauses {
  /** Returns the end of the pause for the domain of an address, or null if the domain is not paused. */
  until(address: string, now: number): number | null
  /** Starts a pause, twice as long as the previous one, up to half an hour. Does nothing during a pause. */
  refused(address: string, now: number): void
  /** Records a delivery, or a reply that concerns this email alone. Ends the pause. */
  answered(address: string): void
}

const FIRST_PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = 30 * MINUTE_MS

/**
 * Creates the pauses of one process, in memory. A new process starts without pauses. Above the limit, the domain with
 * the oldest refusal is dropped.
 */
export function createDomainPauses(maxDomains = 1_000): DomainPauses {
  const pauseByDomain = new Map<string, { until: number; times: number }>()
  return {
    until(address, now) {
      const { until = 0 } = pauseByDomain.get(getDomain(address)) ?? {}
      return until > now ? until : null
    },
    refused(address, now) {
      const domain = getDomain(address)
      const previousPause = pauseByDomain.get(domain)
      // Refusals of emails that were already being sent belong to the current pause.
      if (previousPause && previousPause.until > now) return
      const refusalCount = (previousPause?.times ?? 0) + 1
      pauseByDomain.delete(domain)
      pauseByDomain.set(domain, {
        until: now + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (refusalCount - 1)),
        times: refusalCount,
      })
      if (pauseByDomain.size > maxDomains) pauseByDomain.delete(pauseByDomain.keys().next().value!)
    },
    answered(address) {
      pauseByDomain.delete(getDomain(address))
    },
  }
}

const getDomain = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()
