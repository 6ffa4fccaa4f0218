/** The page that stands in for others while the machinery is in trouble. */
export const frameServer = {
  'trouble.title': 'We will be right back',
  'trouble.text':
    'This page cannot be shown at this moment: a part of our machinery is down. Please try again shortly.',
  'trouble.form':
    'This could not be done at this moment: a part of our machinery is down. What you wrote is kept here: the button sends it again.',
} as const
