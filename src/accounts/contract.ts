import { z } from 'zod'
import type { Client, Contract } from '../platform/contract.ts'
import { day, email, ignored, line, phone, requiredLine } from '../platform/fields.ts'
import { PASSWORD_MAX_LETTERS } from './password-rule.ts'

/** A password is taken as it is typed: not trimmed, not cut. */
const password = () => z.string().max(PASSWORD_MAX_LETTERS)

const user = z.object({ id: z.int(), name: z.string(), role: z.enum(['guest', 'member', 'staff', 'owner']) })
const session = z.object({ user, access_token: z.string() })
const done = z.object({ message: z.string() })
const role = z.object({ id: z.int(), name: z.string() })

const signInLimit = { bucket: 'sign-in', times: 30, seconds: 3600 }
const signUpLimit = { bucket: 'sign-up', times: 20, seconds: 3600 }

export const accountsContract = {
  guestRegister: {
    summary: 'A new guest, for booking without an account',
    input: z.object({
      name: requiredLine(100),
      email: email(),
      phone: phone(),
      slug: line(200).optional(),
      checkin: day().optional(),
      checkout: day().optional(),
      domain: ignored(),
    }),
    answer: session,
    who: 'anyone',
    limit: { bucket: 'guest', times: 30, seconds: 3600 },
  },
  userLogin: {
    summary: 'Sign in by username or e-mail',
    input: z.object({ username: line(254).optional(), email: line(254).optional(), password: password().min(1) }),
    answer: session,
    who: 'anyone',
    limit: signInLimit,
  },
  userRegister: {
    summary: 'A new member, with username and referral code',
    input: z.object({
      name: requiredLine(100),
      email: email(),
      username: requiredLine(30),
      password: password().min(1),
      password_confirmation: password(),
      inviteCode: line(40).optional(),
    }),
    answer: done,
    who: 'anyone',
    limit: signUpLimit,
  },
  register: {
    summary: 'A new member, in short',
    input: z.object({ name: requiredLine(100), email: email(), password: password().min(1) }),
    answer: done,
    who: 'anyone',
    limit: signUpLimit,
  },
  logout: { summary: 'End this session', input: z.object({}), answer: done, who: 'guest' },
  updatePassword: {
    summary: 'Change the password; every other session of the account ends',
    input: z.object({
      old_password: password().min(1),
      new_password: password().min(1),
      new_password_confirmation: password().min(1),
    }),
    answer: done,
    who: 'member',
    limit: { bucket: 'password', times: 10, seconds: 3600 },
  },
  getRoles: {
    summary: 'The roles there are',
    input: z.object({}),
    answer: z.object({ data: z.array(role) }),
    who: 'member',
  },
  getUserRow: {
    summary: "The asker's own profile",
    input: z.object({}),
    answer: z.object({
      data: z.object({
        name: z.string(),
        email: z.string(),
        phone: z.string(),
        company_name: z.string(),
        username: z.string(),
        role_id: z.int(),
      }),
    }),
    who: 'member',
  },
  updateBookingUser: {
    summary: "Change the asker's own profile; role and status cannot be changed by oneself",
    input: z.object({
      name: requiredLine(100),
      email: email(),
      phone: phone().or(z.literal('')).optional(),
      company: line(120).optional(),
      username: requiredLine(30),
      rule_id: ignored(),
      password: ignored(),
      status: ignored(),
    }),
    answer: done,
    who: 'member',
  },
} satisfies Contract

export type AccountsApi = Client<typeof accountsContract>
export type User = z.infer<typeof user>
export type Session = z.infer<typeof session>
