import { useEffect } from 'react'
import { LoginForm } from '#people/accounts/portal/login-form.tsx'
import { Link, useRoute, useTranslator } from '#platform/pages/page.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { ErrorsDialog } from '#ui/form/errors-dialog.tsx'
import { href, queryString } from '#routes/public.ts'
import styles from './booking-panel.module.css'
import type { useBooking } from './use-booking.ts'

export interface LoginPrompt {
  open: boolean
  openPrompt(): void
  close(): void
}

/** The dialogs that interrupt a booking: sign-in, errors, a duplicate stay, or a room that was just sold. */
export function BookingDialogs({
  formId,
  login,
  booking,
  onBookAsGuest,
  otherRooms,
}: {
  formId: string
  login: LoginPrompt
  booking: ReturnType<typeof useBooking>
  onBookAsGuest: () => void
  otherRooms: string
}) {
  const { t } = useTranslator()
  const { path, query } = useRoute()
  const duplicateMessage = booking.unshownError?.errors['again']?.[0]
  // The dialogs load when the visitor begins to use the form, so the code that sends the form loads in time.
  useEffect(() => void import('./send-booking.ts'), [])
  const returnPath = `${path}${queryString(Object.fromEntries(query))}#booking`
  return (
    <>
      <Dialog open={login.open} title={t('booking.please_login')} onClose={login.close}>
        {booking.isSessionExpired && <p>{t('login.ended')}</p>}
        <LoginForm submitLabel={t('booking.login')} onSignedIn={login.close} />
        <p className={styles.actions}>
          <Button variant="quiet" onClick={onBookAsGuest}>
            {t('booking.instead_guest')}
          </Button>
          <Link to={href('signUp', null, { next: returnPath })}>{t('login.register')}</Link>
        </p>
      </Dialog>
      <ErrorsDialog sending={{ ...booking, messages: duplicateMessage ? [] : booking.messages }} />
      <Dialog
        open={duplicateMessage !== undefined}
        title={t('booking.again_title')}
        tone="warning"
        onClose={() => booking.read()}
      >
        <p>{duplicateMessage}</p>
        <p className={styles.actions}>
          <Button type="submit" form={formId} name="again" value="1">
            {t('booking.again_submit')}
          </Button>
          <ButtonLink variant="quiet" to={href('dashboard')}>
            {t('booking.again_see')}
          </ButtonLink>
        </p>
      </Dialog>
      <Dialog
        open={booking.conflict !== null}
        title={t('booking.conflict_title')}
        tone="warning"
        onClose={() => booking.read()}
      >
        <p>{booking.conflict}</p>
        <ButtonLink to={otherRooms}>{t('booking.other_rooms')}</ButtonLink>
      </Dialog>
    </>
  )
}
