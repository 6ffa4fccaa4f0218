/**
 * The files with the rules of booking, money and access, and the tests that should notice a wrong rule. Other tests may
 * notice it too, so the score is a lower bound. The quickest tests come first.
 */
export const targets: Record<string, readonly string[]> = {
  // Booking: prices, stay rules, availability, the guard against overbooking, holds, terms, changes of stays.
  'src/stays/availability/stay.ts': ['src/stays/availability/stay.test.ts', 'src/stays/bookings/booking.test.ts'],
  'src/stays/availability/price.ts': [
    'src/stays/availability/free-rooms.test.ts',
    'src/stays/availability/search.test.ts',
    'src/stays/availability/rates/rates.test.ts',
    'src/money/invoices/service-charge.test.ts',
  ],
  'src/stays/availability/free-rooms.ts': [
    'src/stays/availability/free-rooms.test.ts',
    'src/stays/availability/search.test.ts',
  ],
  'src/stays/availability/nights.ts': ['src/stays/availability/nights.test.ts'],
  'src/stays/availability/inventory.ts': [
    'src/stays/availability/units.test.ts',
    'src/stays/availability/party.test.ts',
    'src/stays/bookings/booking.test.ts',
    'src/stays/bookings/race.test.ts',
    'src/front-desk/desk/desk.test.ts',
    'src/front-desk/rebooking/rooms.test.ts',
    'src/stays/availability/free-rooms.test.ts',
  ],
  'src/stays/availability/closure.ts': [
    'src/stays/availability/closure.test.ts',
    'src/stays/availability/office-closures.test.ts',
  ],
  'src/stays/availability/room-combinations.ts': [
    'src/stays/availability/room-combinations.test.ts',
    'src/stays/availability/party.test.ts',
  ],
  'src/stays/bookings/hold.ts': [
    'src/stays/bookings/hold.test.ts',
    'src/money/payments/opening.test.ts',
    'src/money/payments/settling.test.ts',
  ],
  'src/stays/bookings/cancelling/cancelling.ts': [
    'src/stays/bookings/cancelling/cancelling.test.ts',
    'src/stays/bookings/cancelling/cancelling-guest.test.ts',
    'src/front-desk/desk/stay/cancellation.test.ts',
    'src/front-desk/rebooking/rules.test.ts',
  ],
  'src/stays/policies/policy.ts': ['src/stays/policies/terms.test.ts', 'src/stays/policies/policies.test.ts'],
  'src/stays/policies/terms.ts': ['src/stays/policies/terms.test.ts', 'src/stays/policies/agreed-terms.test.ts'],
  'src/front-desk/rebooking/plan.ts': [
    'src/front-desk/rebooking/rules.test.ts',
    'src/front-desk/rebooking/terms.test.ts',
    'src/front-desk/rebooking/rebooking.test.ts',
    'src/front-desk/rebooking/rooms.test.ts',
  ],
  // Money: decimal amounts, the ledger, balances, charges with VAT, invoices, refunds and their cap.
  'src/platform/money.ts': ['src/platform/money.test.ts'],
  'src/ledger/posting.ts': ['src/ledger/ledger.test.ts', 'src/money/payments/settling.test.ts'],
  'src/ledger/stay-balance.ts': [
    'src/ledger/ledger.test.ts',
    'src/stays/bills/bill.test.ts',
    'src/money/payments/receipts/receipts.test.ts',
  ],
  'src/stays/bookings/balance.ts': [
    'src/ledger/ledger.test.ts',
    'src/stays/bills/bill.test.ts',
    'src/money/payments/settling.test.ts',
    'src/money/payments/refunds.test.ts',
    'src/money/invoices/guest-invoices.test.ts',
    'src/money/invoices/prepaid.test.ts',
  ],
  'src/stays/bills/charges.ts': ['src/stays/bills/bill.test.ts', 'src/stays/bills/extras.test.ts'],
  'src/money/invoices/lines.ts': ['src/money/invoices/invoices.test.ts', 'src/money/invoices/service-charge.test.ts'],
  'src/money/payments/refunds.ts': ['src/money/payments/refunds.test.ts', 'src/money/payments/settling.test.ts'],
  'src/money/payments/decisions.ts': [
    'src/money/payments/refunds.test.ts',
    'src/money/payments/settling.test.ts',
    'src/money/payments/settlements.test.ts',
    'src/money/payments/opening.test.ts',
  ],
  // Access: permissions, sessions and their lifetimes, one-time links, the second factor, the pauses after wrong attempts.
  'src/schema/permissions.ts': [
    'src/people/staff/factors.test.ts',
    'src/app/access.test.ts',
    'src/people/staff/team.test.ts',
  ],
  'src/people/accounts/session-store.ts': [
    'src/people/accounts/session-store.test.ts',
    'src/people/accounts/sessions.test.ts',
    'src/people/staff/factors.test.ts',
    'src/people/accounts/password-reset.test.ts',
  ],
  'src/people/accounts/signed-link.ts': [
    'src/people/accounts/password-reset.test.ts',
    'src/people/accounts/email-change.test.ts',
    'src/trade/orders/orders.test.ts',
  ],
  'src/people/staff/verification.ts': ['src/people/staff/factors.test.ts', 'src/people/staff/passkeys.test.ts'],
  'src/platform/http/attempts.ts': ['src/people/accounts/attempts.test.ts'],
}
