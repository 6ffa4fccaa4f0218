/** Whether letters to a domain are to wait, because it took none of late. */
export interface DomainPauses {
  /** Until when the domain of an address is left alone; null: it is not. */
  until(address: string, now: number): number | null
  /** It took none now: it is left alone, each time for longer. */
  refused(address: string, now: number): void
  /** It took one, or said something of this letter alone. */
  answered(address: string): void
}

const FIRST_PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = 30 * 60_000

/**
 * Kept by each process for itself, and no longer than it runs: who comes anew finds out by one letter. Of more domains than
 * there is room for, that is forgotten of which was heard longest ago.
 */
export function createDomainPauses(most = 1_000): DomainPauses {
  const paused = new Map<string, { until: number; times: number }>()
  return {
    until(address, now) {
      const { until = 0 } = paused.get(domainOf(address)) ?? {}
      return until > now ? until : null
    },
    refused(address, now) {
      const domain = domainOf(address)
      const before = paused.get(domain)
      // Those that were under way when it began are part of it.
      if (before && before.until > now) return
      const times = (before?.times ?? 0) + 1
      paused.delete(domain)
      paused.set(domain, { until: now + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (times - 1)), times })
      if (paused.size > most) paused.delete(paused.keys().next().value!)
    },
    answered(address) {
      paused.delete(domainOf(address))
    },
  }
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()
