import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { tokenHash } from '#platform/codes.ts'
import type { RequestContext } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { invalid } from '#platform/errors.ts'
import { lockAccount } from '../accounts/account.ts'
import { inTheirLanguage, readCompany } from '#content/company.ts'
import { factorAdded, factorsOf, removeFactor } from './factors.ts'

export type SignedByPasskey = AuthenticationResponseJSON
export type NewPasskey = RegistrationResponseJSON

/** How long a challenge is valid. */
const CHALLENGE_LASTS_MS = 5 * 60_000
const MAX_PASSKEYS = 10

/** Loaded on demand: the library is large and few requests need it. */
const webauthn = () => import('@simplewebauthn/server')

/** Returns the browser options for creating a passkey. The device must verify its user. */
export async function beginPasskey(db: Database, ctx: RequestContext): Promise<object> {
  const { id, name } = ctx.account!
  const { passkeys } = await factorsOf(db, id)
  const options = await (
    await webauthn()
  ).generateRegistrationOptions({
    rpName: inTheirLanguage((await readCompany(db)).shortName, 'en'),
    rpID: siteOf(ctx),
    userID: Buffer.from(`account ${id}`),
    userName: name,
    excludeCredentials: passkeys.map((each) => ({ id: each.id })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    attestationType: 'none',
  })
  await keepChallenge(db, ctx, options.challenge)
  return options
}

/** Adds a passkey. Returns recovery codes if this is the first factor. */
export async function addPasskey(
  db: Database,
  ctx: RequestContext,
  { name, made }: { name: string; made: NewPasskey },
): Promise<string[]> {
  const { id } = ctx.account!
  return inTransaction(db, async (transaction) => {
    await lockAccount(transaction, id).execute()
    const expectedChallenge = await takeChallenge(transaction, ctx)
    const { passkeys } = await factorsOf(transaction, id)
    if (passkeys.length >= MAX_PASSKEYS) throw invalid({ passkey: 'error.passkeys_many' })
    const { verifyRegistrationResponse } = await webauthn()
    const verified = await verifyRegistrationResponse({
      response: made,
      expectedChallenge: expectedChallenge ?? '',
      expectedOrigin: ctx.context.publicUrl,
      expectedRPID: siteOf(ctx),
      requireUserVerification: true,
    }).catch(() => null)
    if (!expectedChallenge || !verified?.verified) throw invalid({ passkey: 'error.passkey_wrong' })
    const { credential } = verified.registrationInfo
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
    const { numInsertedOrUpdatedRows: made_ } = await transaction
      .insertInto('passkey')
      .values(row)
      .onConflict((known) => known.column('id').doNothing())
      .executeTakeFirst()
    if (Number(made_) !== 1) throw invalid({ passkey: 'error.passkey_wrong' })
    return factorAdded(transaction, ctx, 'passkey added')
  })
}

export async function removePasskey(
  db: Database,
  ctx: RequestContext,
  { passkey }: { passkey: string },
): Promise<void> {
  await removeFactor(db, ctx, 'passkey removed', async (transaction, id) => {
    const gone = await transaction
      .deleteFrom('passkey')
      .where('account_id', '=', id)
      .where('id', '=', passkey)
      .executeTakeFirst()
    return gone.numDeletedRows === 1n
  })
}

/** Returns the browser options for signing with a registered passkey. */
export async function askPasskey(db: Database, ctx: RequestContext): Promise<object> {
  const { passkeys } = await factorsOf(db, ctx.account!.id)
  const options = await (
    await webauthn()
  ).generateAuthenticationOptions({
    rpID: siteOf(ctx),
    allowCredentials: passkeys.map(({ id, transports }) => ({ id, transports: JSON.parse(transports) as [] })),
    userVerification: 'required',
  })
  await keepChallenge(db, ctx, options.challenge)
  return options
}

/** Whether a passkey of the account signed the current challenge. Each challenge works once. */
export async function isSignedByPasskey(db: Database, ctx: RequestContext, signed: SignedByPasskey): Promise<boolean> {
  const expectedChallenge = await takeChallenge(db, ctx)
  const passkey = await db
    .selectFrom('passkey')
    .selectAll()
    .where('account_id', '=', ctx.account!.id)
    .where('id', '=', signed.id)
    .executeTakeFirst()
  if (!expectedChallenge || !passkey) return false
  const { verifyAuthenticationResponse } = await webauthn()
  const verified = await verifyAuthenticationResponse({
    response: signed,
    expectedChallenge,
    expectedOrigin: ctx.context.publicUrl,
    expectedRPID: siteOf(ctx),
    credential: { id: passkey.id, publicKey: Uint8Array.from(passkey.public_key), counter: Number(passkey.counter) },
    requireUserVerification: true,
  }).catch(() => null)
  if (!verified?.verified) return false
  await db
    .updateTable('passkey')
    .set({ counter: verified.authenticationInfo.newCounter, used_at: ctx.now })
    .where('id', '=', passkey.id)
    .execute()
  return true
}

/** Passkeys are bound to one host: that of the public URL. */
const siteOf = ({ context }: RequestContext) => new URL(context.publicUrl).hostname

const keepChallenge = (db: Database, { token, now }: RequestContext, challenge: string) =>
  db
    .updateTable('session')
    .set({ challenge, challenge_until: now + CHALLENGE_LASTS_MS })
    .where('token_hash', '=', tokenHash(token!))
    .execute()

/** Returns the stored challenge and deletes it. Returns null if it has expired or a concurrent call took it. */
async function takeChallenge(db: Database, { token, now }: RequestContext): Promise<string | null> {
  const own = db
    .selectFrom('session')
    .select(['challenge', 'challenge_until'])
    .where('token_hash', '=', tokenHash(token!))
  const kept = await own.executeTakeFirst()
  if (!kept?.challenge) return null
  const taken = await db
    .updateTable('session')
    .set({ challenge: null, challenge_until: null })
    .where('token_hash', '=', tokenHash(token!))
    .where('challenge', '=', kept.challenge)
    .executeTakeFirst()
  return taken.numUpdatedRows === 1n && kept.challenge_until! > now ? kept.challenge : null
}
