import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import { tokenHash } from '#platform/codes.ts'
import type { Asker } from '#platform/contract.ts'
import { inTransaction, type Database } from '#platform/database/database.ts'
import { invalid } from '#platform/errors.ts'
import { lockAccount } from '../accounts/account.ts'
import { inTheirLanguage, readCompany } from '#content/company.ts'
import { factorAdded, factorsOf, removeFactor } from './factors.ts'

export type SignedByPasskey = AuthenticationResponseJSON
export type NewPasskey = RegistrationResponseJSON

/** How long a browser has to answer. */
const CHALLENGE_LASTS_MS = 5 * 60_000
const MOST_PASSKEYS = 10

/** Few ever need it, and it is large: read when it is. */
const webauthn = () => import('@simplewebauthn/server')

/** What a browser needs to make a passkey. It is made on a device that knows its owner. */
export async function beginPasskey(db: Database, asker: Asker): Promise<object> {
  const { id, name } = asker.account!
  const { passkeys } = await factorsOf(db, id)
  const options = await (
    await webauthn()
  ).generateRegistrationOptions({
    rpName: inTheirLanguage((await readCompany(db)).shortName, 'en'),
    rpID: siteOf(asker),
    userID: Buffer.from(`account ${id}`),
    userName: name,
    excludeCredentials: passkeys.map((each) => ({ id: each.id })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    attestationType: 'none',
  })
  await keepChallenge(db, asker, options.challenge)
  return options
}

/** Answers recovery codes where this is the first factor. */
export async function addPasskey(
  db: Database,
  asker: Asker,
  { name, made }: { name: string; made: NewPasskey },
): Promise<string[]> {
  const { id } = asker.account!
  return inTransaction(db, async (transaction) => {
    await lockAccount(transaction, id).execute()
    const expectedChallenge = await takeChallenge(transaction, asker)
    const { passkeys } = await factorsOf(transaction, id)
    if (passkeys.length >= MOST_PASSKEYS) throw invalid({ passkey: 'error.passkeys_many' })
    const { verifyRegistrationResponse } = await webauthn()
    const verified = await verifyRegistrationResponse({
      response: made,
      expectedChallenge: expectedChallenge ?? '',
      expectedOrigin: asker.context.publicUrl,
      expectedRPID: siteOf(asker),
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
      created_at: asker.now,
      used_at: null,
    }
    const { numInsertedOrUpdatedRows: made_ } = await transaction
      .insertInto('passkey')
      .values(row)
      .onConflict((known) => known.column('id').doNothing())
      .executeTakeFirst()
    if (Number(made_) !== 1) throw invalid({ passkey: 'error.passkey_wrong' })
    return factorAdded(transaction, asker, 'passkey added')
  })
}

export async function removePasskey(db: Database, asker: Asker, { passkey }: { passkey: string }): Promise<void> {
  await removeFactor(db, asker, 'passkey removed', async (transaction, id) => {
    const gone = await transaction
      .deleteFrom('passkey')
      .where('account_id', '=', id)
      .where('id', '=', passkey)
      .executeTakeFirst()
    return gone.numDeletedRows === 1n
  })
}

/** What a browser needs to sign with a passkey that is known here. */
export async function askPasskey(db: Database, asker: Asker): Promise<object> {
  const { passkeys } = await factorsOf(db, asker.account!.id)
  const options = await (
    await webauthn()
  ).generateAuthenticationOptions({
    rpID: siteOf(asker),
    allowCredentials: passkeys.map(({ id, transports }) => ({ id, transports: JSON.parse(transports) as [] })),
    userVerification: 'required',
  })
  await keepChallenge(db, asker, options.challenge)
  return options
}

/** Whether one of theirs has signed what was asked. Asked once: nothing is signed twice. */
export async function isSignedByPasskey(db: Database, asker: Asker, signed: SignedByPasskey): Promise<boolean> {
  const expectedChallenge = await takeChallenge(db, asker)
  const passkey = await db
    .selectFrom('passkey')
    .selectAll()
    .where('account_id', '=', asker.account!.id)
    .where('id', '=', signed.id)
    .executeTakeFirst()
  if (!expectedChallenge || !passkey) return false
  const { verifyAuthenticationResponse } = await webauthn()
  const verified = await verifyAuthenticationResponse({
    response: signed,
    expectedChallenge,
    expectedOrigin: asker.context.publicUrl,
    expectedRPID: siteOf(asker),
    credential: { id: passkey.id, publicKey: Uint8Array.from(passkey.public_key), counter: Number(passkey.counter) },
    requireUserVerification: true,
  }).catch(() => null)
  if (!verified?.verified) return false
  await db
    .updateTable('passkey')
    .set({ counter: verified.authenticationInfo.newCounter, used_at: asker.now })
    .where('id', '=', passkey.id)
    .execute()
  return true
}

/** Passkeys are made for one site and no other: that by which people know us. */
const siteOf = ({ context }: Asker) => new URL(context.publicUrl).hostname

const keepChallenge = (db: Database, { token, now }: Asker, challenge: string) =>
  db
    .updateTable('session')
    .set({ challenge, challenge_until: now + CHALLENGE_LASTS_MS })
    .where('token_hash', '=', tokenHash(token!))
    .execute()

/** What was asked last, and nobody is asked any more from now on. */
async function takeChallenge(db: Database, { token, now }: Asker): Promise<string | null> {
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
