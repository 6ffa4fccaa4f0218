/** Results of account operations, and session names. */
export const accountsServer = {
  'login.username': 'Username',
  'login.rate_limited_one':
    'Too many sign-in attempts. Please wait {count} second, or reset your password by email to sign in at once.',
  'login.rate_limited_other':
    'Too many sign-in attempts. Please wait {count} seconds, or reset your password by email to sign in at once.',
  'login.rate_limited_minutes':
    'Too many sign-in attempts. Please wait {minutes} minutes, or reset your password by email to sign in at once.',

  'account.link_sent':
    'If an account uses this address, we have sent an email with a link. The link is valid for {minutes} minutes.',
  'account.password_reset': 'Your new password is set. Please sign in with it.',
  'account.email_pending': 'Saved. To confirm the change, open the link that we have sent to {email}.',
  'account.email_confirmed': 'Your email address is now {email}.',
  'account.email_kept': 'Your email address is still {email}.',
  'account.email_undone':
    'Your email is {email} again. We have sent a link to this address to choose a new password. Then sign in with it.',
  'account.role_removed': 'Role removed.',
  'account.person_erased': 'The data of this person is deleted.',
  'account.verified': 'Identity confirmed.',
  'account.closed': 'Your account is closed.',

  'session.device': '{browser} on {system}',
  'session.device_unknown': 'Unknown device',
} as const
