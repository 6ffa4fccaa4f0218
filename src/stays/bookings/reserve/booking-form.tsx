import { useEffect, useId, useState, type FormEvent, type ReactNode } from 'react'
import { Link, useTranslator } from '#platform/pages/page.tsx'
import { Button } from '#ui/button.tsx'
import { Failure } from '#ui/form/plain-form.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { useOnDemand } from '#ui/use-on-demand.ts'
import { href } from '#routes/public.ts'
import styles from './booking-panel.module.css'
import type { useBooking } from './use-booking.ts'
import { useProfilePrefill, type Tab, type Booker } from './booker.ts'

/** The form of a booking, for members and guests. Its values survive a switch between the guest and account tabs. */
export function BookingForm({
  booker,
  booking,
  otherRooms,
  onInput,
  children,
}: {
  booker: Booker
  booking: ReturnType<typeof useBooking>
  /** The link to other rooms if the room has just been sold. */
  otherRooms: string
  onInput?: (form: HTMLFormElement) => void
  children: ReactNode
}) {
  const { t } = useTranslator()
  const formId = useId()
  const { user, tab, choose: chooseTab, login: loginPrompt } = booker
  const [Dialogs, fetchDialogs] = useOnDemand(async () => (await import('./booking-dialogs.tsx')).BookingDialogs)
  const [ForOther, fetchForOther] = useOnDemand(async () => (await import('./for-other-field.tsx')).ForOtherField)
  const [isLoadingDialogs, setLoadingDialogs] = useState(false)
  const { form, isBusy, secondsLeft } = booking
  useProfilePrefill(form.ref)
  // A booking signs a new guest in, just before the page is left.
  useEffect(() => void (user && !isBusy && fetchForOther()), [user, isBusy, fetchForOther])

  function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    setLoadingDialogs(true)
    void fetchDialogs().finally(() => setLoadingDialogs(false))
    if (!user && tab === 'account') loginPrompt.openPrompt()
    else void form.onSubmit(event)
  }
  function switchToGuestTab() {
    loginPrompt.close()
    chooseTab('guest')
  }
  const tabs: { key: Tab; label: string }[] = [{ key: 'account', label: t('booking.tab_account') }]
  if (!user) tabs.unshift({ key: 'guest', label: t('booking.tab_guest') })

  return (
    <>
      <div className="needs-scripts">
        <Tabs label={t('booking.title')} tabs={tabs} selected={tab} onSelect={chooseTab}>
          <p className={styles.who}>
            {user
              ? t('booking.signed_in_as', { name: user.name })
              : t(tab === 'guest' ? 'booking.as_guest' : 'booking.as_member')}
          </p>
          {/* The form is submitted by script only. The method keeps its values out of the URL if the browser submits it. */}
          <form
            {...form}
            id={formId}
            className={styles.form}
            onSubmit={onSubmit}
            onInput={(event) => {
              onInput?.(event.currentTarget)
              booking.clear((event.target as HTMLInputElement).name)
            }}
            onFocus={(event) => {
              void fetchDialogs()
              if (tab === 'account' && !user) loginPrompt.promptOnce(event)
            }}
          >
            {user && ForOther && <ForOther user={user} />}
            {children}
            {booking.failure && <Failure>{booking.failure}</Failure>}
            <Button type="submit" isBusy={booking.isBusy || isLoadingDialogs}>
              {formatButtonLabel()}
            </Button>
            <p>
              <Link to={href('privacy')}>{t('shell.privacy')}</Link>
            </p>
          </form>
        </Tabs>
      </div>
      {Dialogs && (
        <Dialogs
          formId={formId}
          login={loginPrompt}
          booking={booking}
          onBookAsGuest={switchToGuestTab}
          otherRooms={otherRooms}
        />
      )}
    </>
  )

  function formatButtonLabel() {
    if (secondsLeft === null) return t('booking.submit')
    return secondsLeft > 0 ? t('booking.submitting', { seconds: secondsLeft }) : t('form.submitting')
  }
}
