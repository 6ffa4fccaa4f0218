import { useEffect, useState } from 'react'
import { systemClock } from '../platform/clock.ts'
import { dayIn, isoDay } from '../platform/day.ts'
import { useGlobal } from './global.ts'

/** The property's day. */
export const todayIn = (timeZone: string): string => isoDay(dayIn(timeZone, systemClock()))

/**
 * The same, a moment after the page is awake: a kept page may be older than that. To ask the machine about zones takes a
 * phone too long to do it while the page wakes.
 */
export function useToday(): string | undefined {
  const { timeZone } = useGlobal()
  const [today, setToday] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setToday(todayIn(timeZone)))
    return () => clearTimeout(timer)
  }, [timeZone])
  return today
}
