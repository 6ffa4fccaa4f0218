import { useEffect, useState } from 'react'
import { systemClock } from '#platform/clock.ts'
import { dayAhead, isoDay } from '#platform/day.ts'
import { useGlobal, type Global } from './global.ts'

/** The property's day. A browser is told how far its clocks are ahead: to ask the machine about zones freezes a phone. */
export const todayAt = ({ utcOffset }: Global): string => isoDay(dayAhead(utcOffset, systemClock()))

/** The same once the page is awake: a kept page may be older than that. */
export function useToday(): string | undefined {
  const global = useGlobal()
  const [today, setToday] = useState<string>()
  useEffect(() => setToday(todayAt(global)), [global])
  return today
}
