import type { WholeDatabase } from '#platform/database/database.ts'
import { MONDAY_MORNING_IN_DHAKA } from './start-time.ts'

/** Extends all sessions and their verification, for tests that advance the clock further than those last. */
export async function keepSignedIn(db: WholeDatabase): Promise<void> {
  const farFutureMs = MONDAY_MORNING_IN_DHAKA * 2
  await db
    .updateTable('session')
    .set({ idle_expires_at: farFutureMs, ends_at: farFutureMs, seen_at: farFutureMs, reauthenticated_at: farFutureMs })
    .execute()
}
