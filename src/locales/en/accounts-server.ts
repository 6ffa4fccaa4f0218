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
    'Your email address is {email} again. To choose a new password, open the link that we have sent to this address.',
  'account.role_removed': 'Role removed.',
  'account.person_erased': 'This person’s data has been deleted.',
  'account.verified': 'Identity confirmed.',
  'account.closed': 'Your account is closed.',
  'account.closed_name': 'Closed account {id}',

  'session.device': '{browser} on {system}',
  'session.device_unknown': 'Unknown device',
} as const
