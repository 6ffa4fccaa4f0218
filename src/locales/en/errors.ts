/** Errors that a page can show without the server. */
export const errors = {
  'error.email': 'Enter an email address such as name@example.com.',
  'error.password_common': 'This password is too easy to guess.',
  'error.unexpected': 'Something went wrong on our side. Please try again in a moment.',
  'error.required': 'Please fill this in.',
  'error.product_gone': 'We no longer offer this product. Remove it to send the rest.',
  'error.payment_type': 'Choose how you want to pay.',
  'error.phone': 'Enter a valid phone number, such as 01700 000000 or +44 20 7946 0000.',
  'error.captcha': 'Captcha is incorrect. Please try again.',
  'error.amount': 'Enter a whole number, such as 5,000.',
  'error.needed_by_past': 'This day is in the past. Choose today or a later day.',
  'error.file_kind': 'This is not a PDF, PNG or JPEG. Save it as one of these, or send us a link in the message.',
  'error.file_size': 'This file is larger than {max} MB. Choose a smaller one.',
  'error.file_empty': 'This file is empty.',
  'error.file_unread': 'This file can no longer be read. Remove it and add it again.',
  'error.files_most_one': 'Only {count} file can be sent.',
  'error.files_most_other': 'Only {count} files can be sent. Remove the others.',
} as const
