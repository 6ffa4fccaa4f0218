import { readFileSync } from 'node:fs'

export interface Usage {
  cpuMs: number
  megabytes: number
}

/** The unit in which Linux reports CPU time: hundredths of a second. */
const MS_PER_TICK = 10

/** Returns the CPU time and memory of another process. Null: it has ended, or the system is not Linux. */
export function readUsage(pid: number): Usage | null {
  try {
    // The second field is the program name in parentheses, which may contain anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)!.split(' ')
    const [userTicks, systemTicks] = [Number(fields[11]), Number(fields[12])]
    const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? []
    return { cpuMs: (userTicks + systemTicks) * MS_PER_TICK, megabytes: Number(kilobytes ?? 0) / 1024 }
  } catch {
    return null
  }
}
