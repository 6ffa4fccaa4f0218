import { useTranslator } from '#platform/pages/page.tsx'
import { arrivalTimes, formatArrivalTime } from './arrival-time.ts'

/** The options of a field for the arrival time. */
export function ArrivalOptions() {
  const translator = useTranslator()
  return arrivalTimes().map((time) => (
    <option key={time} value={time}>
      {formatArrivalTime(time, translator) || translator.t('booking.arrival_unknown')}
    </option>
  ))
}
