import { insertAccount } from '#people/accounts/account.ts'
import { toEmailKey, toUsernameKey } from '#people/accounts/names.ts'
import { hashPassword, isPassword } from '#people/accounts/password.ts'
import { createReadableCode } from '#platform/codes.ts'
import type { Database } from '#platform/database/database.ts'
import type { Role } from '#schema/accounts.ts'
import { readSeed } from './read-seed.ts'

/** The staff role of the demo's employee: the first of the built-in roles. */
const FRONT_DESK_ROLE_ID = 1

interface SeedPerson {
  role: Role
  name: string
  email: string
  username: string | null
  phone: string
  companyName: string | null
  password: string | null
}

/** Reads the people of the seed and hashes their passwords. Hashing takes too long for a transaction. */
export const readPeople = (folder: string) =>
  Promise.all(
    readSeed<SeedPerson[]>(folder, 'people').map(async (person) => ({
      ...person,
      hash: person.password && (await hashPassword(person.password)),
    })),
  )

export async function seedPeople(
  db: Database,
  people: Awaited<ReturnType<typeof readPeople>>,
  now: number,
): Promise<void> {
  for (const { role, name, email, username, phone, companyName, hash } of people) {
    await insertAccount(db, {
      role,
      name,
      email,
      phone,
      company_name: companyName,
      staff_role_id: role === 'staff' ? FRONT_DESK_ROLE_ID : null,
      created_at: now,
      ...(username && {
        email_key: toEmailKey(email),
        email_confirmed_at: now,
        username,
        username_key: toUsernameKey(username),
        password: hash,
        referral_code: createReadableCode(8),
      }),
    })
  }
}

/** Lists who can sign in to the demo, for the output in the terminal. */
export const listDemoSignIns = (folder: string): string[] =>
  readSeed<SeedPerson[]>(folder, 'people')
    .filter((person) => person.password !== null)
    .map(({ role, username, password }) => `${role.padEnd(6)} signs in as ${username} with ${password}`)

/** Lists the usernames that can still sign in with a password published in the seed. */
export async function listExposedUsernames(db: Database, folder: string): Promise<string[]> {
  const usernames: string[] = []
  for (const { username, password } of readSeed<SeedPerson[]>(folder, 'people')) {
    if (username === null || password === null) continue
    const account = await db
      .selectFrom('account')
      .select('password')
      .where('username_key', '=', toUsernameKey(username))
      .where('closed_at', 'is', null)
      .executeTakeFirst()
    if (account && (await isPassword(password, account.password))) usernames.push(username)
  }
  return usernames
}
