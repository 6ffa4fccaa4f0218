/** The next steps of a stay, and the results of booking, cancelling and paying. */
export const bookingsServer = {
  'booking.too_many_open':
    'You already have several open requests. You can send another one once we have answered. If it is urgent, please write to us or call.',
  'booking.no_longer':
    'You already sent this request, but the stay has since been cancelled or has expired. To stay with us, please book again.',
  'booking.one_sold_out':
    'Sorry, one of these rooms has just been sold, so we booked none of them. Please search again for rooms that are available together.',
  'booking.already_booked':
    'You already have this stay: {room}, {from} to {to}, reference {code}. Do you want to book another one like it?',

  'booking.package_gone':
    'This package is no longer offered for this room. Clear the box to book only the room, at the regular price.',
  'booking.package_nights_one': 'This package is for {count} night. Choose {count} night, or untick the package.',
  'booking.package_nights_other': 'This package is for {count} nights. Choose {count} nights, or untick the package.',

  'booking.now_pending_payment': 'Nothing was changed: this stay is waiting for payment.',
  'booking.now_pending_approval':
    'Nothing was changed: this request is still waiting for an answer. Confirm or decline it first.',
  'booking.now_confirmed': 'Nothing was changed: this stay is already confirmed.',
  'booking.now_checked_in': 'Nothing was changed: the guest has already checked in.',
  'booking.now_checked_out': 'Nothing was changed: this stay is over.',
  'booking.now_cancelled': 'Nothing was changed: this stay has been cancelled.',
  'booking.now_declined': 'Nothing was changed: this request has already been declined.',
  'booking.now_expired': 'Nothing was changed: this request has expired, and its nights are available again.',
  'booking.now_no_show': 'Nothing was changed: the guest did not arrive.',
  'booking.no_address': 'Nothing was sent: the email address of this guest has been deleted.',

  'stay.next_pending_payment': 'The room is reserved for you until {until}. Please pay by then.',
  'stay.next_pending_proof':
    'We have sent you an email. Please open its link by {until} to confirm that the address is yours. The room is reserved for you until then.',
  'stay.next_pending_approval': 'We will answer by email.',
  'stay.next_pending_approval_until': 'We will answer by email by {until}. The room is reserved for you until then.',
  'stay.next_confirmed': 'Your stay is confirmed. We look forward to welcoming you.',
  'stay.next_checked_in': 'Welcome. We hope you feel at home.',
  'stay.next_checked_out': 'Thank you for staying with us.',
  'stay.next_cancelled': 'This stay was cancelled.',
  'stay.next_declined': 'We could not accept this booking.',
  'stay.next_expired_unpaid':
    'We did not receive your payment in time, so the room is no longer reserved for you. You are welcome to book again.',
  'stay.next_expired_unproven':
    'The link in our email was not opened in time, so the room is no longer reserved for you. You are welcome to book again.',
  'stay.next_expired_unanswered':
    'We are sorry that we did not answer in time. The room is no longer reserved for you. Please book again, or write to us.',
  'stay.next_no_show': 'You did not arrive for this stay.',
  'stay.then_answer': 'We will then answer by email within {hours} hours. The room stays reserved for you.',
  'stay.then_arrive_if': 'Once we have confirmed your stay, you can check in on {day} from {time}.',
  'stay.then_arrive': 'You can check in on {day} from {time}.',
  'stay.due_hold': 'Please pay by {until}.',
  'stay.due_stay': 'Please pay by check-out on {day}.',
  'stay.then_pay': 'You pay during your stay.',
  'stay.arrival_not_now': 'The arrival time of this stay can no longer be changed here. Please call or write to us.',
  'stay.arrival_done': 'Your arrival time is saved.',
  'stay.file_times': 'Check in from {arrival}, check out by {departure}, Dhaka time',

  'cancel.fee_changed': 'The cancellation fee is now BDT {fee}. Please check it before you cancel.',
  'cancel.not_here': 'This stay can no longer be cancelled here. Please call or write to us.',
  'cancel.done': 'Your stay is cancelled.',
  'cancel.done_free': 'There is no charge.',
  'cancel.done_costs': 'As agreed, the fee is {fee}.',
  'cancel.refund': 'We will refund {refund} to your original payment method.',

  'change.not_here': 'This stay cannot be changed online. Please call or write to us.',
  'change.package': 'A stay with a package cannot be changed online. Please call or write to us.',
  'change.after_payment': 'You can change this stay once it is paid.',
  'change.only_more_nights':
    'Removing nights now incurs a fee. You can add nights. For any other change, please call or write to us.',
  'change.only_dearer':
    'Changing to a lower price now incurs a fee. Choose a room that costs at least as much as yours. For any other change, please call or write to us.',
  'change.nothing': 'Change the dates, the room type or the guests first.',
  'change.changed_meanwhile': 'Your stay has changed in the meantime. Please reload the page and try again.',
  'change.price_changed': 'The price has changed in the meantime. Please check it again.',
  'change.done': 'Your stay has been changed.',

  'payment.unavailable': 'Online payment is not available at the moment.',
  'payment.gateway_unavailable':
    'The payment service is not responding. Nothing was charged. Please try again in a minute.',
  'payment.nothing_due': 'There is nothing to pay for this stay.',
  'payment.too_little': 'Online payments start at BDT {least}.',
  'payment.too_much': 'A single online payment is limited to BDT {most}. To pay more, please contact us.',
  'payment.under_review': 'We are checking a payment for this stay. You do not need to pay again.',
  'payment.not_yet': 'You cannot pay yet: the request is waiting for our answer.',
  'payment.no_longer': 'There is nothing left to pay: the stay was cancelled, or the time to pay has run out.',
  'payment.description': '{room}, {house}',
} as const
