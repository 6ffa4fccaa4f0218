/** How a stay goes on, and what it costs to cancel it. */
export const bookingsServer = {
  'booking.too_many_open':
    'Several requests of yours wait for our answer already. Once we have answered one you can send another. If it cannot wait, please write to us or call.',
  'booking.no_longer':
    'This request was carried out, but its stay has been cancelled since, or is no longer kept. To come after all, please book it anew.',

  'booking.now_pending_payment': 'This stay waits for its payment, and not for an answer.',
  'booking.now_confirmed': 'Nothing was changed: this stay has been confirmed already.',
  'booking.now_checked_in': 'Nothing was changed: the guest has checked in already.',
  'booking.now_checked_out': 'Nothing was changed: this stay is over.',
  'booking.now_cancelled': 'Nothing was changed: this stay has been cancelled meanwhile.',
  'booking.now_declined': 'Nothing was changed: this request has been declined already.',
  'booking.now_expired': 'Nothing was changed: this request has expired, and its nights are free again.',
  'booking.now_no_show': 'Nothing was changed: the guest did not arrive.',

  'stay.next_pending_payment': 'The room is kept for you until {until}. Please pay by then.',
  'stay.next_pending_approval': 'We check the details and confirm by email, usually the same day.',
  'stay.next_pending_approval_link': 'We check the details, usually the same day. A payment link will follow by email.',
  'stay.next_confirmed': 'Your stay is confirmed. We look forward to having you.',
  'stay.next_confirmed_link': 'Your stay is confirmed. A payment link will follow by email.',
  'stay.next_checked_in': 'Welcome. We hope you feel at home.',
  'stay.next_checked_out': 'Thank you for staying with us.',
  'stay.next_cancelled': 'This stay was cancelled.',
  'stay.next_declined': 'We could not take this booking.',
  'stay.next_expired': 'It was not paid in time, so the room is no longer kept for you. You are welcome to book again.',
  'stay.next_no_show': 'This stay was not taken up.',
  'stay.file_times': 'Check in from {arrival}, check out by {departure}',

  'cancel.free_unconfirmed': 'It costs nothing as long as we have not confirmed your stay.',
  'cancel.free_until': 'Free until {until}. After that it costs {fee}.',
  'cancel.free': 'It costs nothing.',
  'cancel.costs': 'Cancelling now costs {fee}.',
  'cancel.costs_more': 'Meanwhile it costs BDT {fee} to cancel. Please look at it again.',
  'cancel.not_here': 'This stay can no longer be cancelled here. Please call or write to us.',
  'cancel.done': 'Your stay is cancelled.',
  'cancel.done_free': 'It costs you nothing.',
  'cancel.done_costs': 'Because it was late, it costs {fee}.',
  'cancel.refund': 'We refund {refund} to you.',
} as const
