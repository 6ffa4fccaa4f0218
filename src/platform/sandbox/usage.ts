import { readFileSync } from 'node:fs'

export interface Usage {
  cpuMs: number
  megabytes: number
}

/** Linux reports CPU time in hundredths of a second. */
const MS_PER_TICK = 10

/** The CPU time and memory of another process, or null where it has ended or the system does not tell (only Linux does). */
export function usageOf(pid: number): Usage | null {
  try {
    // The second field is the name of the program, in parentheses, and may contain anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)!.split(' ')
    const [user, system] = [Number(fields[11]), Number(fields[12])]
    const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? []
    return { cpuMs: (user + system) * MS_PER_TICK, megabytes: Number(kilobytes ?? 0) / 1024 }
  } catch {
    return null
  }
}
