import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openDesk } from '#testing/desk.ts'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'
import { DAY_MS } from '#platform/durations.ts'

interface ListedNote {
  text: string
  id: number
}
const listTexts = (notes: readonly ListedNote[]) => notes.map(({ text }) => text)

for (const engine of enginesFor(import.meta.url)) {
  describe(`notes for the next shift on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let desk: Awaited<ReturnType<typeof openDesk>>
    before(async () => {
      desk = await openDesk(app)
    })

    const readNoteTexts = async () => listTexts((await desk.callOk('getToday')).notes)
    const readHandedOverNotes = async () => listTexts((await desk.callOk('getHandover')).notes)
    const readRowNotes = async (list: 'arrivals' | 'departures' | 'in_house', name: string): Promise<ListedNote[]> =>
      (await desk.callOk('getToday'))[list].find((row: { name: string }) => row.name === name).notes

    test('appear on the page and in the row of the guest, on arrival or on departure (OFF-260)', async () => {
      const guestStay = await desk.book('Giulia', 2, 4, { at: [0] })
      const addNote = (text: string, show_at: string | null) =>
        desk.callOk('addDeskNote', { text, code: guestStay.code, show_at })
      await addNote('Give her the parcel', 'arrival')
      await addNote('Ask for the key of the gate', 'departure')
      await addNote('No nuts', null)
      assert.deepEqual([await readNoteTexts(), await readHandedOverNotes()], [[], []])
      app.clock.advance(2 * DAY_MS)
      const arrivalNotes = ['Give her the parcel', 'No nuts']
      assert.deepEqual([await readNoteTexts(), await readHandedOverNotes()], [arrivalNotes, arrivalNotes])
      assert.equal(
        (await readRowNotes('arrivals', 'Giulia')).length,
        3,
        'the row contains all notes; the screen selects those to show',
      )
      await desk.callOk('checkGuestIn', { booking: guestStay.booking, version: guestStay.version, anyway: true })
      const [parcelNote] = await readRowNotes('in_house', 'Giulia')
      assert.equal(parcelNote!.text, 'Give her the parcel')
      await desk.callOk('markDeskNote', { id: parcelNote!.id, done: true })
      assert.deepEqual(listTexts(await readRowNotes('in_house', 'Giulia')), ['Ask for the key of the gate', 'No nuts'])
      app.clock.advance(2 * DAY_MS)
      assert.deepEqual(await readNoteTexts(), ['Ask for the key of the gate', 'No nuts'])
      assert.deepEqual(listTexts(await readRowNotes('departures', 'Giulia')), [
        'Ask for the key of the gate',
        'No nuts',
      ])
      for (const { id } of await readRowNotes('departures', 'Giulia'))
        await desk.callOk('markDeskNote', { id, done: true })
    })

    test('appear with the other rooms of the stay after its first room is cancelled (OFF-260)', async () => {
      const groupStay = await desk.book('Lena', 1, 3, { slug: 'twin', at: [0, 1] })
      await desk.callOk('addDeskNote', { text: 'The bus comes at six', code: groupStay.code })
      const [firstRoom] = (await desk.callOk('getDeskStay', { code: groupStay.code })).rooms
      await desk.callOk('cancelRoom', { booking: firstRoom.booking, version: firstRoom.version, fee: 'none' })
      app.clock.advance(DAY_MS)
      assert.deepEqual(await readNoteTexts(), ['The bus comes at six'])
      const [row] = (await desk.callOk('getToday')).arrivals
      assert.deepEqual(
        [row.name, listTexts(row.notes), row.notes[0].code],
        ['Lena', ['The bus comes at six'], groupStay.code],
      )
      await desk.callOk('cancelStayByStaff', { code: groupStay.code, fee: 'none' })
      assert.deepEqual(await readNoteTexts(), [], 'a cancelled stay shows no note')
    })

    test('are sorted by due day and time in the time zone of the property, with notes without a due time last (OFF-260)', async () => {
      const add = (text: string, dueFields: object = {}) =>
        desk.callOk('addDeskNote', { text, task: true, ...dueFields })
      await add('At no time')
      await add('At six in the evening', { due_time: '18:00' })
      await add('Some time today', { due_day: app.day(0) })
      await add('Tomorrow', { due_day: app.day(1), due_time: '07:30' })
      assert.deepEqual(await readNoteTexts(), ['Some time today', 'At six in the evening', 'At no time'])
      const { notes } = await desk.callOk('getToday')
      assert.deepEqual(
        notes.map(({ due_day, due_time }: Record<string, string>) => [due_day, due_time]),
        [
          [app.day(0), null],
          [app.day(0), '18:00'],
          [null, null],
        ],
      )
      app.clock.advance(DAY_MS)
      assert.deepEqual(await readNoteTexts(), ['Some time today', 'At six in the evening', 'Tomorrow', 'At no time'])
      for (const [dueDay, field] of [
        [{ due_day: app.day(-1) }, 'due_day'],
        [{ due_time: '08:00' }, 'due_time'],
        [{ due_time: '24:00' }, 'due_time'],
        [{ due_day: 'soon' }, 'due_day'],
      ] as const) {
        const { status, body } = await desk.call('addDeskNote', { text: 'Too late', ...dueDay })
        assert.deepEqual([status, Object.keys(body.errors)], [422, [field]])
      }
      assert.equal((await readNoteTexts()).includes('Too late'), false)
    })

    test('are added once if the request is repeated, and their text is not in the log (OFF-260, OFF-10)', async () => {
      const { code } = await desk.book('Anika', 1, 3)
      const note = { text: 'Her passport is in the safe', code }
      for (let repetition = 0; repetition < 2; repetition++)
        assert.equal((await desk.call('addDeskNote', note, { key: 'one note' })).status, 200)
      const { notes } = await desk.callOk('getDeskStay', { code })
      assert.deepEqual(listTexts(notes), [note.text])
      const log = await app.db.selectFrom('audit').selectAll().where('action', '=', 'note added').execute()
      assert.ok(log.some(({ subject }) => subject === `booking ${code}`))
      assert.equal(JSON.stringify(log).includes('passport'), false)
    })
  })
}
