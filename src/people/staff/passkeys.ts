import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { hashToken } from '#platform/codes.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { invalid } from '#platform/errors.ts'
import { lockAccount } from '../accounts/account.ts'
import { pickTranslation, readCompany } from '#content/company.ts'
import { type AddedFactor, completeNewFactor, listFactors, removeFactor } from './factors.ts'
import { MINUTE_MS } from '#platform/durations.ts'

export type PasskeyAssertion = AuthenticationResponseJSON
export type PasskeyRegistration = RegistrationResponseJSON

/** The lifetime of a challenge. */
const CHALLENGE_TTL_MS = 5 * MINUTE_MS
const MAX_PASSKEYS = 10

/** Loads the library on demand, because it is large and few requests need it. */
const loadWebauthn = () => import('@simplewebauthn/server')

/** Returns the browser options for creating a passkey. The device must verify its user. */
export async function createPasskeyCreationOptions(db: Database, ctx: RequestContext): Promise<object> {
  const { id, name } = ctx.account!
  const { passkeys } = await listFactors(db, id)
  const options = await (
    await loadWebauthn()
  ).generateRegistrationOptions({
    rpName: pickTranslation((await readCompany(db)).shortName, 'en'),
    rpID: getRelyingPartyId(ctx),
    userID: Buffer.from(`account ${id}`),
    userName: name,
    excludeCredentials: passkeys.map((each) => ({ id: each.id })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    attestationType: 'none',
  })
  await storeChallenge(db, ctx, options.challenge)
  return options
}

/** Adds a passkey. Returns recovery codes if the account had no unused ones. */
export async function addPasskey(
  db: Database,
  ctx: RequestContext,
  { name, made }: { name: string; made: PasskeyRegistration },
): Promise<AddedFactor> {
  const { id } = ctx.account!
  return inTransaction(db, async (transaction) => {
    await lockAccount(transaction, id).execute()
    const expectedChallenge = await consumeChallenge(transaction, ctx)
    const { passkeys } = await listFactors(transaction, id)
    if (passkeys.length >= MAX_PASSKEYS) throw invalid({ passkey: 'error.too_many_passkeys' })
    const { verifyRegistrationResponse } = await loadWebauthn()
    const verification = await verifyRegistrationResponse({
      response: made,
      expectedChallenge: expectedChallenge ?? '',
      expectedOrigin: ctx.context.publicUrl,
      expectedRPID: getRelyingPartyId(ctx),
      requireUserVerification: true,
    }).catch(() => null)
    if (!expectedChallenge || !verification?.verified) throw invalid({ passkey: 'error.passkey_wrong' })
    const { credential } = verification.registrationInfo
    const row = {
      id: credential.id,
      account_id: id,
      public_key: Buffer.from(credential.publicKey),
      counter: credential.counter,
      transports: JSON.stringify(credential.transports ?? []),
      name,
      created_at: ctx.now,
      used_at: null,
    }
    const { numInsertedOrUpdatedRows: insertedCount } = await transaction
      .insertInto('passkey')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirst()
    if (Number(insertedCount) !== 1) throw invalid({ passkey: 'error.passkey_wrong' })
    return completeNewFactor(transaction, ctx, 'passkey added')
  })
}

export async function removePasskey(
  db: Database,
  ctx: RequestContext,
  { passkey }: { passkey: string },
): Promise<void> {
  await removeFactor(db, ctx, 'passkey removed', async (transaction, id) => {
    const deletion = await transaction
      .deleteFrom('passkey')
      .where('account_id', '=', id)
      .where('id', '=', passkey)
      .executeTakeFirst()
    return deletion.numDeletedRows === 1n
  })
}

/** Returns the browser options for signing with a registered passkey. */
export async function createPasskeyRequestOptions(db: Database, ctx: RequestContext): Promise<object> {
  const { passkeys } = await listFactors(db, ctx.account!.id)
  const options = await (
    await loadWebauthn()
  ).generateAuthenticationOptions({
    rpID: getRelyingPartyId(ctx),
    allowCredentials: passkeys.map(({ id, transports }) => ({ id, transports: JSON.parse(transports) as [] })),
    userVerification: 'required',
  })
  await storeChallenge(db, ctx, options.challenge)
  return options
}

/** Returns whether a passkey of the account signed the current challenge. Each challenge works once. */
export async function verifyPasskey(db: Database, ctx: RequestContext, assertion: PasskeyAssertion): Promise<boolean> {
  const expectedChallenge = await consumeChallenge(db, ctx)
  const passkey = await db
    .selectFrom('passkey')
    .selectAll()
    .where('account_id', '=', ctx.account!.id)
    .where('id', '=', assertion.id)
    .executeTakeFirst()
  if (!expectedChallenge || !passkey) return false
  const { verifyAuthenticationResponse } = await loadWebauthn()
  const verification = await verifyAuthenticationResponse({
    response: assertion,
    expectedChallenge,
    expectedOrigin: ctx.context.publicUrl,
    expectedRPID: getRelyingPartyId(ctx),
    credential: { id: passkey.id, publicKey: Uint8Array.from(passkey.public_key), counter: Number(passkey.counter) },
    requireUserVerification: true,
  }).catch(() => null)
  if (!verification?.verified) return false
  await db
    .updateTable('passkey')
    .set({ counter: verification.authenticationInfo.newCounter, used_at: ctx.now })
    .where('id', '=', passkey.id)
    .execute()
  return true
}

/** Passkeys are bound to one host: that of the public URL. */
const getRelyingPartyId = ({ context }: RequestContext) => new URL(context.publicUrl).hostname

const storeChallenge = (db: Database, { token, now }: RequestContext, challenge: string) =>
  db
    .updateTable('session')
    .set({ challenge, challenge_until: now + CHALLENGE_TTL_MS })
    .where('token_hash', '=', hashToken(token!))
    .execute()

/** Returns the stored challenge and deletes it. Returns null if it has expired or a concurrent call took it. */
async function consumeChallenge(db: Database, { token, now }: RequestContext): Promise<string | null> {
  const ownSession = db
    .selectFrom('session')
    .select(['challenge', 'challenge_until'])
    .where('token_hash', '=', hashToken(token!))
  const session = await ownSession.executeTakeFirst()
  if (!session?.challenge) return null
  const clearedChallenge = await db
    .updateTable('session')
    .set({ challenge: null, challenge_until: null })
    .where('token_hash', '=', hashToken(token!))
    .where('challenge', '=', session.challenge)
    .executeTakeFirst()
  return clearedChallenge.numUpdatedRows === 1n && session.challenge_until! > now ? session.challenge : null
}
