import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openDesk } from '#testing/desk.ts'
import { enginesFor } from '#testing/engines.ts'
import { setUpTestApp } from '#testing/test-app.ts'

for (const engine of enginesFor(import.meta.url)) {
  describe(`a change of units and nights on ${engine.name}`, () => {
    const app = setUpTestApp(engine)
    let desk: Awaited<ReturnType<typeof openDesk>>
    before(async () => {
      desk = await openDesk(app)
    })

    test('shows a conflict at the field that causes it, in the preview and on submit (OFF-269)', async () => {
      const { code: _, ...stay } = await desk.book('Mina', 20, 22)
      await desk.book('Wei', 24, 26, { at: [0] })
      await desk.book('Full', 20, 30, { slug: 'family', at: desk.kind('family').units.map((_unit, at) => at) })
      const createPart = (slug: string, unitIndex: number | null, from: number, to: number) => ({
        room: desk.kind(slug).id,
        unit: unitIndex === null ? null : desk.kind(slug).units[unitIndex]!.id,
        from: app.day(from),
        to: app.day(to),
      })
      const cases: [string, object[]][] = [
        ['parts.0.to', [createPart('single', null, 22, 22)]],
        ['parts.1.from', [createPart('single', null, 20, 21), createPart('single', null, 22, 23)]],
        ['parts.1.to', [createPart('single', null, 20, 21), createPart('single', null, 21, 900)]],
        ['parts.0.from', [createPart('single', null, -2, 22)]],
        ['parts.1.unit', [createPart('single', 1, 20, 23), createPart('single', 0, 23, 26)]],
        ['parts.1.room', [createPart('single', null, 20, 21), createPart('family', null, 21, 22)]],
      ]
      for (const [field, parts] of cases) {
        const changes = [{ ...stay, parts }]
        const response = await desk.call('arrangeStays', { changes })
        assert.equal(response.status, 409, `${field}: ${JSON.stringify(response.body)}`)
        const [errorKey] = Object.keys(response.body.errors)
        assert.deepEqual([response.status, errorKey], [409, `changes.0.${field}`])
        assert.equal(response.body.errors[errorKey!][0], response.body.message)
        const previewResponse = await desk.call('previewArrangement', { changes })
        if (previewResponse.status === 200) {
          assert.deepEqual(
            [previewResponse.body.refused_at, previewResponse.body.refused],
            [`changes.0.${field}`, response.body.message],
          )
        } else assert.deepEqual([previewResponse.status, previewResponse.body.errors], [409, response.body.errors])
      }
    })
  })
}
