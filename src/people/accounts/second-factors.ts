import type { Database } from '#platform/database/database.ts'

/** Removes all second factors and recovery codes of an account. */
export async function deleteSecondFactors(db: Database, accountId: number): Promise<void> {
  for (const table of ['authenticator', 'passkey', 'recovery_code'] as const)
    await db.deleteFrom(table).where('account_id', '=', accountId).execute()
  await db.updateTable('account').set({ second_factors: 0 }).where('id', '=', accountId).execute()
}
