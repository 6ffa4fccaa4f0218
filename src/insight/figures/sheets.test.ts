import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { fillDecember } from '#testing/december-figures.ts'
import { enginesFor } from '#testing/engines.ts'
import { ownerOnlyContent, setUpTestApp } from '#testing/test-app.ts'
import type { Language } from '#routes/public.ts'
import { sheetNames, type SheetName } from './sheet-names.ts'
import { HOUR_MS } from '#platform/durations.ts'

/**
 * The figures of December, compared with the 31 nights from 1 November to 1 December. Anna slept there for three of
 * these nights, for 15,000 plus 2,250 VAT.
 */
const defaultQuery = { period: 'last_month', compare: 'own', compare_from: '2026-11-01' }

/** The expected files, calculated by hand from the bookings of `fillDecember`. */
const expectedLines: Partial<Record<SheetName, string[]>> = {
  rooms: [
    'Room,Sold,Occ. %,Excluding VAT,VAT,ADR,Comparison: Sold,Comparison: Occ. %,Comparison: Excluding VAT,Comparison: VAT,Comparison: ADR',
    'Room single,10,10.8,38000,5450,4750,3,3.2,15000,2250,5000',
    'Room twin,6,9.7,46000,6900,7666.67,0,0,0,0,',
  ],
  sources: [
    'Source,Sold,Excluding VAT,VAT,ADR,Comparison: Sold,Comparison: Excluding VAT,Comparison: VAT,Comparison: ADR',
    'Agent,6,39000,5850,6500,0,0,0,',
    'Website,4,26000,3900,6500,3,15000,2250,5000',
    'Phone,3,14000,2100,4666.67,0,0,0,',
    'Email,2,0,0,,0,0,0,',
    'Walk-in,1,5000,500,5000,0,0,0,',
  ],
  countries: [
    'Country,Sold,Excluding VAT,VAT,ADR,Comparison: Sold,Comparison: Excluding VAT,Comparison: VAT,Comparison: ADR',
    'Unknown,8,29000,4100,4833.33,3,15000,2250,5000',
    'Germany,6,39000,5850,6500,0,0,0,',
    'United Kingdom,2,16000,2400,8000,0,0,0,',
  ],
  lengths: [
    'Figure,This period,Comparison',
    'Stays,4,0',
    'Median (nights),3,',
    'Mean (nights),3,',
    '1 night,0,0',
    '2 nights,1,0',
    '3 nights,2,0',
    '4–7 nights,1,0',
    '8–14 nights,0,0',
    '15–30 nights,0,0',
    '31 nights or more,0,0',
  ],
  leads: [
    'Figure,This period,Comparison',
    'Stays,5,1',
    'Median (days),4,28',
    'Mean (days),15.4,28',
    'On the same day,1,0',
    '1–3 days,1,0',
    '4–7 days,1,0',
    '8–30 days,1,1',
    '31 days or more,1,0',
  ],
  ended: [
    'Figure,This period,Comparison',
    'Stays booked in this period,8,6',
    'of which cancelled,1,2',
    'of which cancelled (%),12.5,33.3',
    'Cancelled in this period,2,0',
    'No-shows,1,0',
    'Cancellation fees (BDT),9200,0',
    'No-show fees (BDT),5750,0',
  ],
}

for (const engine of enginesFor(import.meta.url)) {
  describe(`figures as files, on ${engine.name}`, () => {
    const app = setUpTestApp(engine, {}, ownerOnlyContent)
    let ownerToken: string
    before(async () => {
      ownerToken = await app.signIn('owner')
      await fillDecember(app)
    })

    const fetchLines = async (sheet: SheetName, query: object = defaultQuery, language: Language = 'en') => {
      const body = await app.callOk('getFiguresFile', { ...query, sheet }, { token: ownerToken, language })
      return (body as string).replace('\ufeff', '').trimEnd().split('\r\n')
    }

    for (const [sheet, lines] of Object.entries(expectedLines) as [SheetName, string[]][])
      test(`match the hand-calculated ${sheet} sheet and its comparison (OFF-290, OFF-291)`, async () => {
        assert.deepEqual(await fetchLines(sheet), lines)
      })

    test('contain each night beside the night it is compared with, with both dates (OFF-291)', async () => {
      const [header, firstLine, , , fourthLine] = await fetchLines('nights', {
        ...defaultQuery,
        compare_from: '2026-11-26',
      })
      assert.equal(
        header,
        'Night,Units,Closed,Sold,Complimentary,Waiting,Excluding VAT,VAT,Including VAT,Comparison night,' +
          'Comparison: Units,Comparison: Closed,Comparison: Sold,Comparison: Complimentary,Comparison: Waiting,' +
          'Comparison: Excluding VAT,Comparison: VAT,Comparison: Including VAT',
      )
      assert.equal(firstLine, '2026-12-01,5,0,1,0,0,5000,750,5750,2026-11-26,5,0,0,0,0,0,0,0')
      assert.equal(fourthLine, '2026-12-04,5,0,0,0,0,0,0,0,2026-11-29,5,0,1,0,0,5000,750,5750')
    })

    test('contain no comparison columns without a comparison, and have translated headings (OFF-291)', async () => {
      const [header, , firstRow] = await fetchLines('sources', { period: 'last_month', compare: 'none' }, 'bn')
      assert.equal(header, 'উৎস,বিক্রি,ভ্যাট ছাড়া,ভ্যাট,এডিআর')
      assert.equal(firstRow, 'ওয়েবসাইট,4,26000,3900,6500')
      for (const sheet of sheetNames) assert.ok((await fetchLines(sheet, {}, 'bn')).length > 0, sheet)
    })

    test('group messages by the hours until the first answer, and list unanswered messages separately (OFF-292)', async () => {
      const now = app.clock.now
      const message = {
        name: 'Lena Vogel',
        email: 'lena@buyer.example',
        subject: 'Zips',
        message: 'Do you make them?',
        language: 'en',
      }
      const waitedHours = [0.5, 2, 5, 30, null]
      for (const [index, hours] of waitedHours.entries())
        await app.db
          .insertInto('contact_message')
          .values({
            ...message,
            created_at: now - 40 * HOUR_MS + index,
            handled_at: hours === null ? null : now - 40 * HOUR_MS + index + hours * HOUR_MS,
            handled_by: null,
          })
          .execute()
      const lines = await fetchLines('messages', {
        period: 'own',
        from: app.day(-2),
        until: app.day(0),
        compare: 'none',
      })
      assert.deepEqual(lines, [
        'Figure,This period',
        'Received in this period,5',
        'Answered,4',
        'Median time to first answer (hours),3.5',
        'Within an hour,1',
        '1–3 hours,1',
        '4–23 hours,1',
        '1–2 days,1',
        '3 days or more,0',
        'Not answered yet,1',
      ])
    })
  })
}
