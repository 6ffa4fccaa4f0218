import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { z } from 'zod'
import { enginesFor } from '#testing/engines.ts'
import { createPostCalls } from '#testing/posts.ts'
import { passwordsByUsername, setUpTestApp } from '#testing/test-app.ts'
import { recordAudit } from '#platform/audit.ts'
import { actions } from '#schema/actions.ts'
import { slidesContract } from '#content/office/slides-contract.ts'
import { settingsContract } from '#content/office/settings-contract.ts'
import { textsContract } from '#content/office/texts-contract.ts'
import { productsOfficeContract } from '#trade/enquiries/office/products-contract.ts'
import { roomsOfficeContract } from '#stays/rooms/office/contract.ts'
import { unitsContract } from '#stays/availability/office/units-contract.ts'
import { describeAction, describeSubject, describeValue, formatFieldName } from '#ui/office/describe-changes.ts'
import type { LogEntry } from '#ui/office/log-entries.tsx'
import { bnOffice } from '#locales/bn-office.ts'
import { dayIn, startOfDay } from '#platform/clock.ts'
import { isoDay } from '#platform/day.ts'
import { HOUR_MS } from '#platform/durations.ts'
import { translatorFor } from '#locales/both.ts'

test('the log names every action (OFF-10)', () => {
  const translator = translatorFor('en')
  for (const action of actions) assert.notEqual(describeAction(action, translator), action)
})

test('the log names every kind of record and every form field (OFF-10)', async () => {
  const translator = translatorFor('en')
  const subjectKinds =
    'booking enquiry message account role room rooms rates facilities picture post slide slides product products passage register extra extras till'
  for (const kind of `${subjectKinds} passages category label`.split(' '))
    assert.notEqual(describeSubject(`${kind} 7`, translator), `${kind} 7`)
  assert.equal(describeSubject('settings contact', translator), 'Settings: Addresses and map')
  const fields = Object.entries<{ input: z.ZodObject }>({
    ...slidesContract,
    ...textsContract,
    ...settingsContract,
    ...productsOfficeContract,
    ...roomsOfficeContract,
    ...unitsContract,
  }).flatMap(([name, { input }]) => (/^(save|add)/.test(name) ? Object.keys(input.shape) : []))
  fields.push(
    ...'adults checkin checkout children counted difference done expected reason source to total vat'.split(' '),
  )
  const ignoredFields = 'id key version room force_delete own_en own_bn'
  for (const field of new Set(fields)) {
    if (ignoredFields.split(' ').includes(field)) continue
    assert.notEqual(formatFieldName(field, translator), field.replaceAll('_', ' '), field)
  }
  assert.equal(formatFieldName('title_bn', translator), 'Title, Bangla')
  assert.equal(formatFieldName('in_use 4B', translator), 'In use 4B')
  assert.equal(formatFieldName('2027-07-01', translator), '1 July 2027')
  const withPlainSpaces = (field: string, value: string) =>
    describeValue(field, value, translator).replaceAll('\u00a0', ' ')
  assert.equal(
    withPlainSpaces('closed 4B', '2027-07-01 – 2027-07-03, Paint'),
    '1 to 2 July 2027 inclusive, Paint',
    'the unit opens on 3 July',
  )
  assert.equal(withPlainSpaces('days', '2027-07-01 – 2027-07-03'), '1 to 3 July 2027 inclusive')
  assert.equal(withPlainSpaces('units', '4B 2027-07-01 – 2027-07-03'), '4B 1 Jul – 3 Jul 2027, 2 nights')
  assert.equal(describeValue('grants', ['publish'], translatorFor('bn')), bnOffice['grant.publish'])
  assert.equal(describeValue('source', 'walk_in', translator), 'Walk-in')
  assert.equal(describeSubject('day 2027-07-01', translator), 'Day 1 July 2027')
  assert.equal(describeSubject('notes', translator), 'Reception notes')
  assert.equal(describeValue('check_in_from', '14:00', translatorFor('bn')), '১৪:০০')
})

for (const engine of enginesFor(import.meta.url)) {
  describe(`audit log, on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let token: string
    let roleId: number
    before(async () => {
      token = await app.signIn('owner')
      const addedRole = { id: 0, version: 0, name_en: '=1+1', name_bn: null, grants: [] }
      roleId = (await app.call('saveStaffRole', addedRole, { token })).body.id
      await app.call(
        'saveStaffRole',
        { id: roleId, version: 1, name_en: 'Prices, "all"', name_bn: null, grants: ['change rates'] },
        { token },
      )
    })

    test('lists an action that the other version has stored during an upgrade (OFF-10)', async () => {
      const row = { at: app.clock.now, account_id: 1, action: 'stay arranged', subject: 'booking UPGRADED' }
      await app.db.insertInto('audit').values(row).execute()
      const [entry] = (await app.callOk('getLog', { subject: 'booking UPGRADED' }, { token })).data
      assert.equal(entry.action, 'stay arranged')
      assert.equal(describeAction(entry.action, translatorFor('en')), 'stay arranged')
    })

    test('shows the user, address and changes of each entry, and filters by record, kind and action (OFF-10)', async () => {
      const { body } = await app.call('getLog', { subject: `role ${roleId}` }, { token })
      assert.deepEqual(
        body.data.map(({ id: _, at: __, ...rest }: { id: number; at: string }) => rest),
        [
          {
            who: 'Nasreen Akter',
            action: 'role changed',
            subject: `role ${roleId}`,
            address: '127.0.0.1',
            changes: [
              { field: 'name_en', before: '=1+1', after: 'Prices, "all"' },
              { field: 'grants', before: [], after: ['change rates'] },
            ],
          },
          {
            who: 'Nasreen Akter',
            action: 'role added',
            subject: `role ${roleId}`,
            address: '127.0.0.1',
            changes: [{ field: 'name_en', before: null, after: '=1+1' }],
          },
        ],
      )
      const countEntries = async (query: object) => (await app.call('getLog', query, { token })).body.data.length
      assert.deepEqual(
        [
          await countEntries({ subject: 'role' }),
          await countEntries({ action: 'role added' }),
          await countEntries({ subject: 'rol' }),
        ],
        [2, 1, 0],
      )
    })

    test('names the category, the room and the extras of a post (LIVE-9)', async () => {
      const postCalls = createPostCalls(
        () => app,
        () => token,
      )
      const post = await postCalls.add('lab-dips')
      const readNames = (table: 'room' | 'extra') =>
        app.db.selectFrom(table).select(['id', 'name_en']).orderBy('id').execute()
      const [[room], [extra]] = [await readNames('room'), await readNames('extra')]
      const readCategory = (id: number) =>
        app.db.selectFrom('category').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
      const [blog, packages] = [await readCategory(14), await readCategory(20)]
      await postCalls.saveDetails(post, {
        category_id: packages.id,
        stay_room_id: room!.id,
        stay_nights: 2,
        stay_extras: [{ id: extra!.id, quantity: 3 }],
      })
      const readChanges = async (language: 'en' | 'bn') => {
        const { body } = await app.call('getLog', { subject: `post ${post.id}` }, { token, language })
        return (body.data as LogEntry[]).flatMap(({ changes }) => changes)
      }
      const changes = await readChanges('en')
      assert.deepEqual(
        changes.filter(({ field }) => /category|room|extras/.test(field)),
        [
          { field: 'category', before: blog.title_en, after: packages.title_en },
          { field: 'room', before: null, after: room!.name_en },
          { field: 'included_extras', before: '', after: `3 × ${extra!.name_en}` },
          { field: 'category_id', before: null, after: blog.title_en },
        ],
      )
      const banglaChange = (await readChanges('bn')).find(({ field }) => field === 'category')!
      assert.equal(banglaChange.after, packages.title_bn ?? packages.title_en)
      assert.equal(formatFieldName('category_id', translatorFor('en')), 'Category')
      assert.equal(describeValue('total', 'USD 6250.00', translatorFor('bn')), 'USD\u00a0৬,২৫০.০০')
      assert.equal(describeValue('total', 6250, translatorFor('en')), '6,250')
    })

    test('filters by area, by person and by days of the company (OFF-325)', async () => {
      const [owner, colleague] = await app.db
        .selectFrom('account')
        .select(['id', 'name'])
        .where('role', 'in', ['owner', 'staff'])
        .orderBy('id')
        .execute()
      // It is 9:00 in Dhaka.
      for (const [hoursAgo, accountId, action] of [
        [9.5, owner!.id, 'payment recorded'],
        [8.5, owner!.id, 'payment voided'],
        [8.5, colleague!.id, 'rates changed'],
      ] as const)
        await recordAudit(app.db, {
          at: app.clock.now - hoursAgo * HOUR_MS,
          accountId,
          action,
          subject: 'booking FILTERED',
        })
      const findActions = async (filter: object): Promise<string[]> => {
        const { body } = await app.call('getLog', { subject: 'booking FILTERED', ...filter }, { token })
        return body.data.map(({ action }: { action: string }) => action)
      }
      assert.deepEqual(await findActions({ area: 'money' }), ['payment voided', 'payment recorded'])
      assert.deepEqual(await findActions({ area: 'property' }), ['rates changed'])
      assert.deepEqual(await findActions({ who: colleague!.id }), ['rates changed'])
      assert.deepEqual(await findActions({ until: app.day(-1) }), ['payment recorded'])
      assert.deepEqual(await findActions({ from: app.day(0), area: 'money' }), ['payment voided'])
      assert.deepEqual(await findActions({ from: app.day(1) }), [])
      const { colleagues } = (await app.call('getLog', {}, { token })).body
      const names = colleagues.map(({ name }: { name: string }) => name)
      assert.ok(names.includes(owner!.name) && names.includes(colleague!.name))
      const csvResponse = await app.get(`/api/office/log.csv?subject=booking%20FILTERED&area=property`, {
        authorization: `Bearer ${token}`,
      })
      assert.equal((await csvResponse.text()).trimEnd().split('\r\n').length, 2)
    })

    test('returns each entry once across all pages (OFF-10)', async () => {
      for (let number = 0; number < 250; number++)
        await recordAudit(app.db, {
          at: app.clock.now,
          accountId: null,
          action: 'sign-in failed',
          subject: `account ${number}`,
        })
      const ids: number[] = []
      let cursor: string | null = null
      do {
        const { body } = await app.call('getLog', { ...(cursor !== null && { after: cursor }) }, { token })
        ids.push(...body.data.map(({ id }: { id: number }) => id))
        cursor = body.more
      } while (cursor !== null)
      assert.equal(new Set(ids).size, ids.length)
      assert.deepEqual(
        ids,
        ids.toSorted((a, b) => b - a),
      )
      assert.ok(ids.length > 250)
    })

    test('exports a CSV file without formulas (OFF-10)', async () => {
      const csvResponse = await app.get('/api/office/log.csv?subject=role', { authorization: `Bearer ${token}` })
      assert.equal(csvResponse.headers.get('content-type'), 'text/csv; charset=utf-8')
      const bytes = Buffer.from(await csvResponse.arrayBuffer())
      assert.deepEqual([...bytes.subarray(0, 3)], [0xef, 0xbb, 0xbf])
      const [header, ...lines] = bytes.subarray(3).toString().trimEnd().split('\r\n')
      assert.equal(header, 'at,who,action,subject,field,before,after,address')
      assert.equal(lines.length, 3)
      assert.ok(
        lines[0]!.endsWith(`,Nasreen Akter,role changed,role ${roleId},name_en,'=1+1,"Prices, ""all""",127.0.0.1`),
      )
      const fullLog = await (await app.get('/api/office/log.csv', { authorization: `Bearer ${token}` })).text()
      assert.ok(fullLog.trimEnd().split('\r\n').length > 254)
    })

    test('names closed accounts by their number, and offers no invited people as authors (OFF-10)', async () => {
      const email = 'invited@selvage.example'
      await app.call('inviteColleague', { email, staff_role: 1, language: 'en' }, { token })
      const { body: team } = await app.call('getTeam', {}, { token })
      const staffId = team.people.find(({ name }: { name: string }) => name === 'Tanvir Hasan').id
      const staffToken = await app.signIn('staff')
      await app.call('closeAccount', { password: passwordsByUsername.staff }, { token: staffToken })
      const name = translatorFor('bn').t('account.closed_name', { id: staffId })
      const { body } = await app.call('getLog', { who: staffId }, { token, language: 'bn' })
      assert.ok(body.data.length > 0)
      assert.ok(body.data.every(({ who }: { who: string }) => who === name))
      assert.deepEqual(body.colleagues.map((each: { name: string }) => each.name).toSorted(), ['Nasreen Akter', name])
      const csv = (await app.call('getLogFile', { who: staffId }, { token, language: 'bn' })).body as string
      assert.ok(csv.includes(name))
    })

    test('names the file after the day of the company (OFF-10)', async () => {
      const dayStart = startOfDay('Asia/Dhaka', dayIn('Asia/Dhaka', app.clock.now) + 1)
      app.clock.advance(dayStart + HOUR_MS - app.clock.now)
      const { headers } = await app.call('getLogFile', {}, { token: await app.signIn('owner') })
      const day = isoDay(dayIn('Asia/Dhaka', app.clock.now))
      assert.ok(headers.get('content-disposition')!.includes(`-${day}.csv`))
    })
  })
}
