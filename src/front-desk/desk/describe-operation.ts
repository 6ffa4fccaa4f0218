import { formatGuests } from '#stays/availability/format-guests.ts'
import { getRoomName } from '#stays/bookings/stay-views.ts'
import { getBookingReference } from '#stays/bookings/store.ts'
import { isoDay } from '#platform/day.ts'
import type { Action } from '#schema/actions.ts'
import { formatStay } from '#locales/dates.ts'
import type { ServerTranslator } from '#locales/translator.ts'
import type { Change, UnitNames } from './stay-changes.ts'
import type { DeskNight, DeskStay } from './stays.ts'

/** Describes the result of a desk operation, with the guest and the rooms, for the staff member who did it. */
export function describeOperation(
  action: Action,
  changes: readonly Change[],
  unitNames: UnitNames,
  translator: ServerTranslator,
): string {
  const { t, count } = translator
  const [{ before, after }] = changes as readonly [Change]
  const name = getName(before)
  const listUnitNames = (nights: readonly (DeskNight | undefined)[]) =>
    nights.flatMap((night) => unitNames.get(night?.unitId ?? 0) ?? [])
  switch (action) {
    case 'guest checked in':
      return t('desk.checked_in', {
        name,
        units: listUnitNames(changes.map(({ after: stay }) => stay.nights[0])).join(', '),
      })
    case 'guest checked out': {
      const vacatedUnitNames = listUnitNames(changes.map(({ after: stay }) => stay.nights.at(-1)))
      const cleaningMessage =
        vacatedUnitNames.length > 0 && t('desk.needs_cleaning', { units: vacatedUnitNames.join(', ') })
      return [t('desk.checked_out', { name }), cleaningMessage].filter(Boolean).join(' ')
    }
    case 'no-show recorded':
      return t('desk.marked_no_show', { name })
    case 'room of a stay cancelled':
      return t('desk.room_cancelled', { name, room: getRoomName(before, translator.language) })
    case 'guests of a stay changed':
      return t('desk.party_changed', {
        name,
        guests: formatGuests({ adult: after.adults, child: after.children }, translator),
      })
    case 'room added to a stay':
      return count('desk.rooms_added', changes.length)
    default:
      return describeArrangement(changes, unitNames, translator)
  }
}

const getName = (stay: DeskStay): string => stay.name || getBookingReference(stay)

/** Describes new units and dates. Several rooms of one stay are only counted. */
function describeArrangement(changes: readonly Change[], unitNames: UnitNames, translator: ServerTranslator): string {
  const { count, t } = translator
  const [firstChange] = changes as readonly [Change]
  if (changes.length === 1) return describeMove(firstChange, unitNames, translator)
  const isOneStay = new Set(changes.map(({ before }) => getBookingReference(before))).size === 1
  if (isOneStay) return count('desk.rooms_changed', changes.length, { name: getName(firstChange.before) })
  return changes
    .map((change) =>
      t('desk.change_of', { name: getName(change.before), change: describeMove(change, unitNames, translator) }),
    )
    .join(' ')
}

function describeMove({ before, after }: Change, unitNames: UnitNames, translator: ServerTranslator): string {
  const { t, day } = translator
  const unitsBefore = new Map(before.nights.map(({ night, unitId }) => [night, unitId]))
  const usedUnits = new Set(unitsBefore.values())
  const movedNights = after.nights.filter(({ night, unitId }) =>
    unitsBefore.has(night) ? unitsBefore.get(night) !== unitId : !usedUnits.has(unitId),
  )
  const newUnitNames = [...new Set(movedNights.flatMap(({ unitId }) => unitNames.get(unitId ?? 0) ?? []))]
  const hadAssignedUnit = [...usedUnits].some((unitId) => unitId !== null)
  const changesRoom = after.nights[0]!.roomId !== before.nights[0]!.roomId
  const moveText =
    newUnitNames.length > 0
      ? t(hadAssignedUnit ? 'desk.moved_to' : 'desk.assigned', { unit: newUnitNames.join(', ') })
      : changesRoom
        ? t('desk.moved_to', { unit: getRoomName(after, translator.language) })
        : movedNights.length > 0 && t('desk.lacks_unit')
  const isLonger = before.check_in === after.check_in && before.check_out !== after.check_out
  const dateText = isLonger
    ? t('desk.departure_moved', { when: day(isoDay(after.check_out), 'short') })
    : before.check_in !== after.check_in &&
      t('desk.dates_changed', { dates: formatStay(translator, isoDay(after.check_in), isoDay(after.check_out)) })
  return [moveText, dateText].filter(Boolean).join(' ') || t('desk.stay_saved', { name: getName(before) })
}
