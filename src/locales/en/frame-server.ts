/** The map of the site in its footer, and the page that stands in for others while the machinery is in trouble. */
export const frameServer = {
  'shell.map_company': 'Company',
  'shell.map_all_products': 'The swatch book',
  'shell.map_stay': 'Stay with us',
  'shell.map_reading': 'To read',
  'shell.map_account': 'For you',

  'trouble.title': 'We will be right back',
  'trouble.text':
    'This page cannot be shown at this moment: a part of our machinery is down. Please try again shortly.',
  'trouble.form':
    'This could not be done at this moment: a part of our machinery is down. What you wrote is kept here: the button sends it again.',
} as const
