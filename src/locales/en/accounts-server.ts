/** How it went with an account, and where somebody is signed in. */
export const accountsServer = {
  'login.username': 'Username',
  'login.slowed_one':
    'Too many attempts to sign in. Please wait {count} second; or choose a new password by the link of a letter, which lets you in at once.',
  'login.slowed_other':
    'Too many attempts to sign in. Please wait {count} seconds; or choose a new password by the link of a letter, which lets you in at once.',
  'login.slowed_minutes':
    'Too many attempts to sign in. Please wait {minutes} minutes; or choose a new password by the link of a letter, which lets you in at once.',

  'account.link_sent':
    'If an account has this address, an email with a link is on its way. The link works for {minutes} minutes.',
  'account.password_reset': 'Your new password is set. Please sign in with it.',
  'account.email_pending': 'Saved. We have sent a link to {email}: your email changes when you open it.',
  'account.email_confirmed': 'Your email is now {email}.',
  'account.email_kept': 'Your email stays {email}.',
  'account.email_undone':
    'Your email is {email}. We have sent you a link there to choose a new password: sign in with that.',
  'account.closed': 'Your account is closed.',

  'session.device': '{browser} on {system}',
  'session.device_unknown': 'Unknown device',
} as const
