/** Errors that a page can show without the server. */
export const errors = {
  'error.email': 'Please enter an email address such as name@example.com.',
  'error.password_common': 'This password is too easy to guess.',
  'error.unexpected': 'Something went wrong on our side. Please try again in a moment.',
  'error.required': 'Please fill this in.',
  'error.product_gone': 'We no longer offer this. Please remove it; the rest can be sent.',
  'error.payment_type': 'Please choose how you want to pay.',
  'error.phone': 'Please enter a valid phone number, such as 01700 000000 or +44 20 7946 0000.',
  'error.captcha': 'Captcha is incorrect. Please try again.',
  'error.amount': 'Please enter a whole number, such as 5,000.',
  'error.needed_by_past': 'This day is in the past. Please choose today or a later day.',
  'error.file_kind':
    'This is not a PDF, PNG or JPEG. Please save it as one of these, or send us a link in the message.',
  'error.file_size': 'This file is larger than {max} MB. Please choose a smaller one.',
  'error.file_empty': 'This file is empty.',
  'error.file_unread': 'This file can no longer be read. Please remove it and add it again.',
  'error.files_most_one': 'Only {count} file can be sent.',
  'error.files_most_other': 'Only {count} files can be sent. Please remove the others.',
} as const
