import { useState } from 'react'
import { ApiError } from '#platform/errors.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import type { DeskApi } from '../../contract.ts'
import { listOccupiedUnits, useOperationToast } from '../../stay/use-operation-toast.tsx'
import { usePreview } from '../../stay/use-preview.ts'
import { keepsPastNights, computeMovedParts, type Bar, type Chart, type Target } from '../model.ts'
import { useGroupRooms, type StayChange } from './use-group-rooms.ts'

export type MoveDraft = ReturnType<typeof useMoveDraft>

/** A move before it is confirmed: the rooms that move, the price, the email to the guest, and the server's preview. */
export function useMoveDraft(chart: Chart, bar: Bar, target: Target) {
  const { t } = useTranslator()
  const api = useApi<DeskApi>()
  const showOperationToast = useOperationToast()
  const [pricing, setPricing] = useState<'unchanged' | 'new'>('unchanged')
  const [chosenNotify, setNotify] = useState<boolean | null>(null)
  const [scope, setScope] = useState<'one' | 'all'>('one')
  const [excludedUnits, setExcludedUnits] = useState<ReadonlySet<number>>(new Set())
  const [isBusy, setBusy] = useState(false)
  const [failureMessage, setFailureMessage] = useState<string | null>(null)
  const { id: booking, version } = bar.stay!
  const movedStay: StayChange = { booking, version, parts: computeMovedParts(chart, bar, target) }
  const groupRooms = useGroupRooms(chart, bar, target, movedStay)
  const isWholeGroup = scope === 'all' && groupRooms.rooms.length > 1
  const changes = isWholeGroup ? groupRooms.changes(excludedUnits) : [movedStay]
  const arrangement = changes && { changes, price: pricing }
  const { preview, rejection } = usePreview(arrangement)
  const totalAfter = preview && (pricing === 'new' ? preview.new : preview.same_price_total)
  const changesPrice = preview !== null && preview.before !== totalAfter
  const changesDates = (target.from !== bar.from && !keepsPastNights(bar, target.from)) || target.to !== bar.to
  const shouldNotify = chosenNotify ?? (changesPrice || changesDates)

  async function arrange(requestedArrangement: Parameters<DeskApi['arrangeStays']>[0]) {
    setBusy(true)
    setFailureMessage(null)
    try {
      showOperationToast(await api.arrangeStays(requestedArrangement))
    } catch (error) {
      setFailureMessage(error instanceof ApiError ? error.message : t('office.failed'))
      setBusy(false)
    }
  }
  return {
    movedStay,
    group: groupRooms,
    isAll: isWholeGroup,
    scope,
    chooseScope(next: 'one' | 'all') {
      setScope(next)
      setFailureMessage(null)
    },
    pricing,
    setPrice: setPricing,
    notifies: shouldNotify,
    setNotify,
    preview,
    after: totalAfter,
    changesPrice,
    errorMessage: failureMessage ?? (changes ? rejection : t('desk.all_rooms_no_night')),
    /** The units of the group that other stays occupy on the new nights. */
    occupiedUnits: preview && isWholeGroup ? listOccupiedUnits(preview, [...groupRooms.rooms, movedStay]) : [],
    /** Excludes these units from the move: the rooms in them will move without a unit. */
    excludeUnits(units: readonly number[]) {
      setExcludedUnits(new Set([...excludedUnits, ...units]))
      setFailureMessage(null)
    },
    isBusy,
    arrange,
    confirm: () =>
      arrange({
        ...arrangement!,
        after: totalAfter,
        notify_guest: shouldNotify && preview!.email_recipients.length > 0,
      }),
  }
}
