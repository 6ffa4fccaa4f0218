/** Letters. */
export const lettersServer = {
  'mail.greeting': 'Dear {name},',
  'mail.greeting_nobody': 'Hello,',
  'mail.regards': 'With kind regards',
  'mail.booking_subject': 'Your booking request {code}',
  'mail.booking_text': 'Thank you. We have received your request for {room}, {from} to {to} ({nights}).',
  'mail.amount_with_vat': '{total}, VAT included',
  'mail.booking_link': 'See your stay',
  'mail.cancelled_subject': 'Your stay {code} is cancelled',
  'mail.cancelled_text': 'As you wished, your stay in {room}, {from} to {to}, is cancelled.',
  'mail.confirmed_subject': 'Your stay {code} is confirmed',
  'mail.declined_subject': 'We cannot take your booking {code}',
  'mail.declined_text': 'We are sorry: we cannot give you {room} from {from} to {to}.',
  'mail.declined_over':
    'Your request is closed, and you owe us nothing. You are welcome to ask for another room or other dates.',
  'mail.rooms_link': 'Look at our rooms',
  'mail.contact_reply': 'Your message to us (no. {id})',
  'mail.welcome_subject': 'Your account is ready',
  'mail.welcome_text': 'Welcome. You sign in with your username or with this email address.',
  'mail.welcome_confirm':
    'Please confirm by the link that this address is yours. It works once, for {days} days. Until then our letters do not call you by your name: anybody could have typed the address.',
  'mail.welcome_ignore': 'If you have opened no account with us, do nothing.',
  'mail.reset_subject': 'Choose a new password',
  'mail.reset_text':
    'Somebody, probably you, asked for a new password for your account. The link works once, for {minutes} minutes.',
  'mail.reset_ignore': 'If it was not you, do nothing: your password stays as it is.',
  'mail.password_changed_subject': 'Your password was changed',
  'mail.password_changed_text': 'The password of your account was changed on {at}.',
  'mail.not_you':
    'If it was not you, choose a new password at once: that ends every session and stops what others have begun.',
  'mail.confirm_subject': 'Confirm your new email address',
  'mail.confirm_text':
    'From now on your account with us is to use this address. The link works once, for {hours} hours.',
  'mail.confirm_ignore': 'If you know nothing of this, do nothing: then this address is not used.',
  'mail.confirm_link': 'Confirm this address',
  'mail.email_change_subject': 'Your email address is to change',
  'mail.email_change_text':
    'Somebody, probably you, asked for another email address for your account. It counts once the link that we have sent there is opened.',
  'mail.email_change_undo':
    'If it was not you, undo it by this link, within {days} days, even if the new address counts already. Every session ends, the password opens nothing any more, and we send you the way to a new one.',
  'mail.undo_link': 'Undo this',
  'mail.new_address': 'New address',
  'mail.closed_subject': 'Your account is closed',
  'mail.closed_text': 'Your account is closed, and what we knew of you is removed.',
  'mail.closed_stays':
    'A stay that is not over stays booked. Until it is over we keep what you gave with it: name, email, phone and message. So we can receive you. By its link you see it and can cancel it.',
  'mail.closed_link': 'Your stay {code}, {room}, {from} to {to}',
  'mail.contact_subject': 'Message from {name}: {subject}',
  'mail.contact_text': '{name} <{email}> wrote through the website:',
  'mail.enquiry_subject': 'Your enquiry {code}',
  'mail.enquiry_text':
    'Thank you. We have received your enquiry, and answer by email with samples, a quotation or a question.',
  'mail.enquiry_no_quantity': 'no quantity given',
  'mail.enquiry_subject_company': 'Enquiry {code} from {company}',
  'mail.enquiry_text_company': '{name} of {company} asks through the website:',
  'mail.language': 'Language',
} as const
