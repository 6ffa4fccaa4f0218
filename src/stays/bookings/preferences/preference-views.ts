import { translatorFor } from '#locales/both.ts'
import type { Language } from '#routes/public.ts'
import type { BedSetup } from '../../rooms/bed-setups.ts'
import { getRoomName } from '../stay-views.ts'
import type { StayWithRooms } from '../stay-with-rooms.ts'
import type { BookedRow } from '../store.ts'
import { formatArrivalTime } from './arrival-time.ts'

/** The arrival time, the beds and the package of a stay as texts. Empty: the guest has chosen none. */
export const toStayPreferencesView = (stay: StayWithRooms, language: Language) => ({
  arrival_time: stay.arrival_time,
  arrival: formatArrivalTime(stay.arrival_time, translatorFor(language)),
  beds: formatBeds(stay, language),
  package: getPackageName(stay, language),
})

/** The requested bed set-ups, with the names of the rooms if there are several. */
function formatBeds({ rooms }: StayWithRooms, language: Language): string {
  const { t } = translatorFor(language)
  const bedRequests = rooms.flatMap((room) => {
    const bed = getBedName(room, language)
    return bed ? [rooms.length > 1 ? `${getRoomName(room, language)}: ${bed}` : bed] : []
  })
  return bedRequests.length > 0 ? t('booking.beds_request', { beds: bedRequests.join(', ') }) : ''
}

export const getBedName = ({ bed_preference }: Pick<BookedRow, 'bed_preference'>, language: Language): string =>
  bed_preference && translatorFor(language).t(`room.bed_${bed_preference as BedSetup}`)

export const getPackageName = (
  { package_en, package_bn }: Pick<BookedRow, 'package_en' | 'package_bn'>,
  language: Language,
): string => (language === 'bn' && package_bn) || (package_en ?? '')

/** The name of a booked room, with its package if it has one: "Executive Suite (Working week)". */
export function formatRoomWithPackage(row: BookedRow, language: Language): string {
  const [roomName, packageName] = [getRoomName(row, language), getPackageName(row, language)]
  return packageName ? `${roomName} (${packageName})` : roomName
}
