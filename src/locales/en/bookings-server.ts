/** How a stay goes on, and what it costs to cancel it. */
export const bookingsServer = {
  'booking.too_many_open':
    'Several requests of yours wait for our answer already. Once we have answered one you can send another. If it cannot wait, please write to us or call.',
  'booking.no_longer':
    'This request was carried out, but its stay has been cancelled since, or is no longer kept. To come after all, please book it anew.',
  'booking.one_sold_out':
    'Sorry, one of these rooms has just been taken, so none was booked. Please look again which are free together.',
  'booking.have_already':
    'You already have this stay: {room}, {from} to {to}, reference {code}. Do you want another one like it?',

  'booking.now_pending_payment': 'This stay waits for its payment, and not for an answer.',
  'booking.now_pending_approval': 'Nothing was changed: this request still waits for an answer. You can decline it.',
  'booking.now_confirmed': 'Nothing was changed: this stay has been confirmed already.',
  'booking.now_checked_in': 'Nothing was changed: the guest has checked in already.',
  'booking.now_checked_out': 'Nothing was changed: this stay is over.',
  'booking.now_cancelled': 'Nothing was changed: this stay has been cancelled meanwhile.',
  'booking.now_declined': 'Nothing was changed: this request has been declined already.',
  'booking.now_expired': 'Nothing was changed: this request has expired, and its nights are free again.',
  'booking.now_no_show': 'Nothing was changed: the guest did not arrive.',
  'booking.no_address': 'Nothing was sent: the address of this guest is no longer kept.',

  'stay.next_pending_payment': 'The room is kept for you until {until}. Please pay by then.',
  'stay.next_pending_proof':
    'We have written to you. Please open the link in the letter by {until}, so that we know that the address is yours. Until then the room is kept for you.',
  'stay.next_pending_approval': 'We answer by email.',
  'stay.next_pending_approval_until': 'We answer by email by {until}. Until then the room is kept for you.',
  'stay.next_confirmed': 'Your stay is confirmed. We look forward to having you.',
  'stay.next_checked_in': 'Welcome. We hope you feel at home.',
  'stay.next_checked_out': 'Thank you for staying with us.',
  'stay.next_cancelled': 'This stay was cancelled.',
  'stay.next_declined': 'We could not take this booking.',
  'stay.next_expired_unpaid':
    'It was not paid in time, so the room is no longer kept for you. You are welcome to book again.',
  'stay.next_expired_unproven':
    'The link in our letter was not opened in time, so the room is no longer kept for you. You are welcome to ask again.',
  'stay.next_expired_unanswered':
    'We are sorry: we did not answer in time, and the room is no longer kept for you. Please ask again, or write to us.',
  'stay.next_no_show': 'This stay was not taken up.',
  'stay.then_answer': 'From then on we have {hours} hours to answer by email, and keep the room for as long.',
  'stay.then_arrive_if': 'Once we have confirmed, the room is yours on {day} from {time}.',
  'stay.then_arrive': 'The room is yours on {day} from {time}.',
  'stay.then_pay': 'You pay when you are here.',
  'stay.file_times': 'Check in from {arrival}, check out by {departure}, Dhaka time',

  'cancel.costs_more': 'Meanwhile it costs BDT {fee} to cancel. Please look at it again.',
  'cancel.not_here': 'This stay can no longer be cancelled here. Please call or write to us.',
  'cancel.done': 'Your stay is cancelled.',
  'cancel.done_free': 'It costs you nothing.',
  'cancel.done_costs': 'As agreed, it costs {fee}.',
  'cancel.refund': 'We refund {refund} to you.',

  'dates.not_here': 'The days of this stay cannot be changed here. Please call or write to us.',
  'dates.more_only':
    'Giving up nights would cost something by now. You can add nights; for anything else please call or write to us.',
  'dates.price_changed': 'The price has changed meanwhile. Please look at it again.',
  'dates.done': 'Your stay has new dates.',

  'payment.not_taken': 'Online payment is not possible at the moment.',
  'payment.gateway_away': 'The payment service does not answer. Nothing was charged. Please try again in a minute.',
  'payment.nothing_owed': 'Nothing is owed for this stay.',
  'payment.too_little': 'Less than BDT {least} cannot be paid online.',
  'payment.too_much': 'More than BDT {most} cannot be paid online at once. Please write to us.',
  'payment.under_review': 'A payment for this stay is being checked. You need not pay again.',
  'payment.not_yet': 'Nothing is to be paid yet: the request waits for our answer.',
  'payment.no_longer': 'There is nothing to pay any more: the stay was cancelled, or the time for paying is over.',
  'payment.what': '{room}, {house}',
} as const
