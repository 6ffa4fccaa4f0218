import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import type { Database } from '#platform/database/database.ts'
import { HOUR_MS } from '#platform/durations.ts'

/*
 * A captcha: the sum of two numbers from 1 to 10. The token carries its ID, its expiry time and a seal over both and
 * the answer. Creating one therefore needs no row. Using a token writes a row, so that no token works twice.
 */

export const CAPTCHA_TTL_MS = HOUR_MS

export interface CreatedCaptcha {
  token: string
  first: number
  second: number
}

export async function createCaptcha(db: Database, now: number): Promise<CreatedCaptcha> {
  const [first, second] = [randomInt(1, 11), randomInt(1, 11)]
  const id = randomBytes(12).toString('base64url')
  const expiresAt = now + CAPTCHA_TTL_MS
  return { token: `${id}.${expiresAt}.${await seal(db, id, expiresAt, first + second)}`, first, second }
}

/** Checks the answer and the expiry time of a token. */
export async function isCaptchaCorrect(db: Database, now: number, token: string, answer: number): Promise<boolean> {
  const [id, expiresText, givenSeal] = token.split('.')
  const expiresAt = Number(expiresText)
  if (!id || !givenSeal || !(expiresAt > now)) return false
  const expectedBytes = Buffer.from(await seal(db, id, expiresAt, answer))
  const givenBytes = Buffer.from(givenSeal)
  return expectedBytes.length === givenBytes.length && timingSafeEqual(expectedBytes, givenBytes)
}

/** Marks a solved token as used. Returns false if it was used before. */
export async function spendCaptcha(db: Database, token: string): Promise<boolean> {
  const [id, expiresAt] = token.split('.')
  const insertResult = await db
    .insertInto('used_captcha')
    .values({ id: id!, expires_at: Number(expiresAt) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  return Number(insertResult.numInsertedOrUpdatedRows) === 1
}

export const purgeSpentCaptchas = (db: Database, now: number) =>
  db.deleteFrom('used_captcha').where('expires_at', '<=', now).execute()

async function seal(db: Database, id: string, expiresAt: number, answer: number): Promise<string> {
  return createHmac('sha256', await getOrCreateSecret(db))
    .update(`${id}.${expiresAt}.${answer}`)
    .digest('base64url')
}

/** Returns the captcha secret and creates it on first use. All processes share it. */
async function getOrCreateSecret(db: Database): Promise<string> {
  const readSecret = () => db.selectFrom('app_secret').select('value').executeTakeFirst()
  const existingSecret = await readSecret()
  if (existingSecret) return existingSecret.value
  const secret = randomBytes(32).toString('base64url')
  await db
    .insertInto('app_secret')
    .values({ id: 1, value: secret })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  return (await readSecret())!.value
}
