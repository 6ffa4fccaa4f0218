import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiError, getFieldErrors, type FieldErrors } from '#platform/errors.ts'
import { useApi, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { useForm } from '#ui/form/use-form.ts'
import { useToast } from '#ui/toast.tsx'
import { bookingDayFields } from '#routes/public.ts'
import { DatesField } from '../search/dates-field.tsx'
import type { StayKey } from '../own-stays/cancel-dialog.tsx'
import styles from '../own-stays/stay-parts.module.css'
import { ChangePlanView } from './change-plan.tsx'
import type { ChangeOptions, ChangePlan, RoomChoice, StayChangesApi } from './contract.ts'
import { findRoomTypeErrors, RoomFields } from './room-fields.tsx'
import { listBookedChoices } from './steps.ts'

/** Loads the options on the dates of a stay and shows the form that changes it. Loaded on demand. */
export function ChangeForm({
  stayKey,
  stay: { checkin, checkout },
  onDone,
}: {
  stayKey: StayKey
  stay: { checkin: string; checkout: string }
  onDone: () => void
}) {
  const { t } = useTranslator()
  const api = useApi<StayChangesApi>()
  const [options, setOptions] = useState<ChangeOptions | 'loading' | { failure: string }>('loading')
  async function load() {
    setOptions('loading')
    try {
      setOptions(await api.getChangeOptions({ ...stayKey, checkin, checkout }))
    } catch (error) {
      setOptions({ failure: (error instanceof ApiError && error.message) || t('failure.offline') })
    }
  }
  const loadOnMount = useEffectEvent(load)
  useEffect(() => void loadOnMount(), [])
  if (options === 'loading')
    return (
      <p role="status" aria-busy="true">
        {t('shell.loading')}
      </p>
    )
  if ('failure' in options)
    return (
      <>
        <p role="alert" className={styles.failed}>
          {options.failure}
        </p>
        <Button variant="secondary" onClick={() => void load()}>
          {t('dashboard.retry')}
        </Button>
      </>
    )
  return <LoadedForm stayKey={stayKey} initialOptions={options} onDone={onDone} />
}

/**
 * The form for new dates, room types and guests. Shows the change with its price first, and changes the stay once the
 * guest confirms.
 */
function LoadedForm({
  stayKey,
  initialOptions,
  onDone,
}: {
  stayKey: StayKey
  /** The options on the dates of the stay. */
  initialOptions: ChangeOptions
  onDone: () => void
}) {
  const translator = useTranslator()
  const { t } = translator
  const api = useApi<StayChangesApi>()
  const showToast = useToast()
  const [dates, setDates] = useState({ checkIn: initialOptions.checkin, checkOut: initialOptions.checkout })
  const [rooms, setRooms] = useState<readonly RoomChoice[]>(() => listBookedChoices(initialOptions.rooms))
  const [plan, setPlan] = useState<ChangePlan | null>(null)
  const [rejectionCount, setRejectionCount] = useState(0)
  const { options, dateErrors, isLoading } = useOptions(stayKey, initialOptions, dates, rejectionCount)
  const knownErrors = { ...dateErrors, ...findRoomTypeErrors(options.rooms, rooms, translator) }
  const {
    form,
    isBusy,
    errors,
    failure,
    clear: clearErrors,
  } = useForm(
    async ({ reportLostResponse }) => {
      const newDates = { checkin: dates.checkIn, checkout: dates.checkOut }
      const change = { ...stayKey, ...newDates, ...(rooms.length > 0 && { rooms: [...rooms] }) }
      if (!plan) return setPlan(await api.previewStayChange(change))
      const { message } = await reportLostResponse(api.changeStay({ ...change, total: plan.total }))
      showToast(message)
      onDone()
    },
    {
      isRepeatable: true,
      validateFields: () => knownErrors,
      onRejected(userError) {
        setPlan(null)
        // Another guest may have booked the last room.
        if (userError.status === 409) setRejectionCount(rejectionCount + 1)
        return userError
      },
    },
  )
  const { ref } = form
  useEffect(() => ref.current!.querySelector('button')!.focus(), [ref])

  function onInput() {
    const data = new FormData(ref.current!)
    setDates({
      checkIn: String(data.get(bookingDayFields.checkIn)),
      checkOut: String(data.get(bookingDayFields.checkOut)),
    })
    clearErrors()
    setPlan(null)
  }
  function chooseRoom(index: number, choice: Partial<RoomChoice>) {
    setRooms(rooms.with(index, { ...rooms[index]!, ...choice }))
  }

  const fieldErrors = { ...knownErrors, ...errors }
  const [type, ...otherTypes] = new Set(rooms.map(({ slug }) => slug))
  const slug = otherTypes.length > 0 ? undefined : type
  const keepsTypes = rooms.every((room, index) => room.slug === initialOptions.rooms[index]!.slug)
  return (
    <form {...form} className="stack-4" onInput={onInput}>
      <DatesField
        key={slug}
        names={bookingDayFields}
        chosenDates={dates}
        slug={slug}
        bookedNights={keepsTypes ? initialOptions : undefined}
        error={(fieldErrors[bookingDayFields.checkIn] ?? fieldErrors[bookingDayFields.checkOut])?.[0]}
        isNewError
      />
      <RoomFields rooms={options.rooms} choices={rooms} errors={fieldErrors} onChoose={chooseRoom} />
      <div role="status">{plan && <ChangePlanView plan={plan} />}</div>
      <p role="alert" className={styles.failed}>
        {failure}
      </p>
      <Button type="submit" isBusy={isBusy || isLoading}>
        {t(plan ? 'summary.change_submit' : 'summary.change_review')}
      </Button>
    </form>
  )
}

interface Dates {
  checkIn: string
  checkOut: string
}

/** Loads the options again when the dates change, and after each 409, because another guest may have booked a room. */
function useOptions(
  stayKey: StayKey,
  initialOptions: ChangeOptions,
  { checkIn, checkOut }: Dates,
  rejectionCount: number,
) {
  const api = useApi<StayChangesApi>()
  const [options, setOptions] = useState(initialOptions)
  const [dateErrors, setDateErrors] = useState<FieldErrors>(noErrors)
  const [isLoading, setLoading] = useState(false)
  const isInitial = useRef(true)
  const load = useEffectEvent(async (isStale: () => boolean) => {
    setLoading(true)
    try {
      const loadedOptions = await api.getChangeOptions({ ...stayKey, checkin: checkIn, checkout: checkOut })
      if (isStale()) return
      setOptions(loadedOptions)
      setDateErrors(noErrors)
    } catch (error) {
      if (isStale()) return
      // Other failures appear when the form is sent.
      setDateErrors(getFieldErrors(error) ?? noErrors)
    }
    setLoading(false)
  })
  useEffect(() => {
    if (isInitial.current) {
      isInitial.current = false
      return
    }
    let isStale = false
    void load(() => isStale)
    return () => {
      isStale = true
    }
  }, [checkIn, checkOut, rejectionCount])
  return { options, dateErrors, isLoading }
}

const noErrors: FieldErrors = {}
