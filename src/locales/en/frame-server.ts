/** The site map in the footer, and the page that is shown during a failure. */
export const frameServer = {
  'shell.map_company': 'Company',
  'shell.map_all_products': 'All products',
  'shell.map_stay': 'Stay with us',
  'shell.map_reading': 'Articles',
  'shell.map_account': 'Account',

  'outage.title': 'We will be right back',
  'outage.text': 'This page is not available right now: part of our system is down. Please try again shortly.',
  'outage.form':
    'This was not possible right now: part of our system is down. Your entries are still here. Press the button to send them again.',
} as const
