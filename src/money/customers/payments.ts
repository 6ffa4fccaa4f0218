import { postEntries, loadPostingTimeOfRequest } from '#ledger/posting.ts'
import { loadCustomer } from '#people/customers/customers.ts'
import { recordChange } from '#platform/audit.ts'
import type { RequestContext } from '#platform/contract.ts'
import { findConstraintName } from '#platform/database/constraint.ts'
import { inTransaction, type Database, type Transaction } from '#platform/database/database.ts'
import { claimOperation } from '#platform/database/idempotency-key.ts'
import { conflict, invalid, notFound, UserError } from '#platform/errors.ts'
import { poishaToBdt } from '#platform/money.ts'
import type { paymentMethods } from '#schema/bills.ts'
import { canVoidPayment } from '#stays/bills/payments.ts'
import { readLastHandoverNumber, moveCash } from '#stays/bills/till.ts'

interface CustomerPaymentForm {
  customerId: number
  amountPoisha: number
  method: (typeof paymentMethods)[number]
  /** The number of the cheque, the transfer or the slip. */
  reference: string
}

/**
 * Records a payment of a customer. It may exceed the balance, as a deposit for later stays. A repeated idempotency key
 * records nothing.
 */
export const recordCustomerPayment = (db: Database, ctx: RequestContext, form: CustomerPaymentForm): Promise<void> =>
  inTransaction(db, async (transaction) => {
    if (!(await claimOperation(transaction, ctx, 'customer payment', form))) return
    await loadCustomer(transaction, form.customerId)
    if (form.reference === '' && form.method !== 'cash') throw invalid({ reference: 'bill.needs_reference' })
    await writePayment(transaction, ctx, form)
    await recordChange(transaction, ctx, 'customer payment recorded', `customer ${form.customerId}`, {
      after: toLogEntry(form),
    })
  })

/** Voids a mistaken payment once by an opposite payment, under the same rules as a payment on a bill. */
export const voidCustomerPayment = (
  db: Database,
  ctx: RequestContext,
  { customerId, id, reason }: { customerId: number; id: number; reason: string },
): Promise<void> =>
  inTransaction(db, async (transaction) => {
    const originalPayment = await transaction
      .selectFrom('customer_payment')
      .selectAll()
      .where('id', '=', id)
      .where('customer_id', '=', customerId)
      .executeTakeFirst()
    if (!originalPayment) throw notFound()
    if (originalPayment.reverses_id !== null) throw conflict('bill.already_voided')
    const { method, reference, amount_poisha } = originalPayment
    const voidedPayment = { customerId, amountPoisha: amount_poisha, method, reference }
    await writePayment(transaction, ctx, { ...voidedPayment, amountPoisha: -amount_poisha, reason, reverses: id })
    // The write above has locked the till, so no handover can happen before this check.
    if (!canVoidPayment(ctx, originalPayment, await readLastHandoverNumber(transaction)))
      throw new UserError(403, { key: 'bill.void_not_allowed' })
    await recordChange(transaction, ctx, 'customer payment voided', `customer ${customerId}`, {
      before: toLogEntry(voidedPayment),
      after: { reason },
    })
  }).catch((error: unknown) => {
    throw findConstraintName(error) === 'customer_payment_reverses' ? conflict('bill.already_voided') : error
  })

async function writePayment(
  db: Transaction,
  ctx: RequestContext,
  payment: CustomerPaymentForm & { reason?: string; reverses?: number },
): Promise<void> {
  const { customerId, amountPoisha, method, reference, reason = '', reverses = null } = payment
  const posting = await loadPostingTimeOfRequest(db, ctx)
  const { till_no } = await moveCash(db, method === 'cash' ? amountPoisha : 0)
  const { id } = await db
    .insertInto('customer_payment')
    .values({
      ...posting,
      customer_id: customerId,
      amount_poisha: amountPoisha,
      method,
      reference,
      account_id: ctx.account!.id,
      reverses_id: reverses,
      reason,
      till_no,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await postEntries(db, posting, [
    {
      stay_code: null,
      debit: method,
      credit: 'customer',
      amount_poisha: amountPoisha,
      reason: 'customer payment',
      customer_payment_id: id,
    },
  ])
}

const toLogEntry = ({ amountPoisha, method, reference }: Omit<CustomerPaymentForm, 'customerId'>) => ({
  amount: poishaToBdt(amountPoisha),
  method,
  ...(reference && { reference }),
})
