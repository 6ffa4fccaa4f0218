import type { MailBucket } from '#schema/messages.ts'

interface KindOfEmail {
  to: 'guest' | 'buyer' | 'member' | 'staff' | 'company'
  /** The bucket of the mailbox cap. By default, the one for emails that anyone can trigger. */
  bucket?: Exclude<MailBucket, 'anybody'>
  /** Whether the company can change the wording. */
  isEditable?: true
}

/**
 * Every kind of email, in the order of the office's lists. The slice that writes an email has its `EmailDefinition`.
 */
const kinds = {
  stay_requested: { to: 'guest', isEditable: true },
  stay_booked: { to: 'guest', isEditable: true },
  stay_confirmed: { to: 'guest', isEditable: true },
  stay_declined: { to: 'guest' },
  stay_changed: { to: 'guest' },
  stay_changed_by_guest: { to: 'guest' },
  stay_cancelled: { to: 'guest' },
  stay_cancelled_by_us: { to: 'guest' },
  stay_reinstated: { to: 'guest' },
  stay_no_show: { to: 'guest' },
  stay_no_show_undone: { to: 'guest' },
  stay_ended: { to: 'guest' },
  stay_reminder: { to: 'guest', isEditable: true },
  stay_thanks: { to: 'guest' },
  stay_message: { to: 'guest', bucket: 'account' },
  stay_invoice: { to: 'guest', bucket: 'account' },
  payment_received: { to: 'guest' },
  payment_late: { to: 'guest' },
  payment_in_review: { to: 'guest' },
  payment_failed: { to: 'guest' },
  payment_link: { to: 'guest', bucket: 'account' },
  payment_refunded: { to: 'guest' },
  enquiry_received: { to: 'buyer', isEditable: true },
  message_received: { to: 'buyer' },
  inbox_answer: { to: 'buyer', bucket: 'answer' },
  quotation_sent: { to: 'buyer', bucket: 'answer', isEditable: true },
  quotation_withdrawn: { to: 'buyer', bucket: 'answer' },
  quotation_answered: { to: 'buyer' },
  order_updated: { to: 'buyer', bucket: 'answer' },
  account_created: { to: 'member' },
  account_password_reset: { to: 'member', bucket: 'reset' },
  account_password_changed: { to: 'member', bucket: 'account' },
  account_new_address: { to: 'member' },
  account_old_address: { to: 'member', bucket: 'account' },
  account_suspended: { to: 'member', bucket: 'account' },
  account_restored: { to: 'member', bucket: 'account' },
  account_closed: { to: 'member', bucket: 'account' },
  staff_invitation: { to: 'staff', bucket: 'account' },
  staff_second_factor: { to: 'staff', bucket: 'account' },
  company_stay_requested: { to: 'company' },
  company_stay_unanswered: { to: 'company' },
  company_stay_booked: { to: 'company' },
  company_stay_changed: { to: 'company' },
  company_stay_cancelled: { to: 'company' },
  company_stay_ended: { to: 'company' },
  company_payment: { to: 'company' },
  company_payment_review: { to: 'company' },
  company_enquiry: { to: 'company' },
  company_message: { to: 'company' },
  company_quotation: { to: 'company' },
  company_order: { to: 'company' },
  company_unit: { to: 'company' },
  staff_morning_report: { to: 'staff', bucket: 'account' },
  staff_emergency_sheet: { to: 'staff', bucket: 'account' },
  staff_webhook_paused: { to: 'staff', bucket: 'account' },
  staff_test: { to: 'staff', bucket: 'account' },
} satisfies Record<string, KindOfEmail>

export type EmailKind = keyof typeof kinds
export const emailKinds: Readonly<Record<EmailKind, KindOfEmail>> = kinds
export const allEmailKinds = Object.keys(kinds) as EmailKind[]
export const isEmailKind = (text: string): text is EmailKind => Object.hasOwn(kinds, text)
