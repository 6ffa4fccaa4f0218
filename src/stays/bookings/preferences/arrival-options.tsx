import { useTranslator } from '#platform/pages/page.tsx'
import { listArrivalTimes, formatArrivalTime } from './arrival-time.ts'

/** The options of the field for the arrival time. */
export function ArrivalOptions({ unknown }: { unknown: string }) {
  const translator = useTranslator()
  return listArrivalTimes().map((time) => (
    <option key={time} value={time}>
      {formatArrivalTime(time, translator) || unknown}
    </option>
  ))
}
