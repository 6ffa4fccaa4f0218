/** Refusals that a page may say by itself, before it has asked or when it could not ask. */
export const errors = {
  'error.email': 'Please enter an email address such as name@example.com.',
  'error.password_common': 'This password is too easy to guess.',
  'error.unexpected': 'Something went wrong on our side. Please try again in a moment.',
  'error.required': 'Please fill this in.',
  'error.product_gone': 'We no longer offer this. Please remove it; the rest can be sent.',
  'error.payment_type': 'Please choose how you want to pay.',
  'error.phone': 'Please enter a telephone number with its country code, such as +880 1700 000000.',
  'error.captcha': 'Captcha is incorrect. Please try again.',
} as const
