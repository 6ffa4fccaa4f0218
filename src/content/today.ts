import { useEffect, useState } from 'react'
import { systemClock } from '#platform/clock.ts'
import { getDayAtOffset, isoDay } from '#platform/day.ts'
import { useGlobal, type Global } from './global.ts'

/**
 * Returns the property's current day. The page contains the UTC offset, because time zone lookups with Intl block
 * phones noticeably.
 */
export const getCurrentDay = ({ utcOffset }: Global): string => isoDay(getDayAtOffset(utcOffset, systemClock()))

/** Returns the current day after hydration, because a cached page may be older. */
export function useToday(): string | undefined {
  const global = useGlobal()
  const [today, setToday] = useState<string>()
  useEffect(() => setToday(getCurrentDay(global)), [global])
  return today
}
