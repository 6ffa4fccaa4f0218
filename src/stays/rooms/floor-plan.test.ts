import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { translatorFor } from '#locales/both.ts'
import { languages } from '#routes/public.ts'
import { toFloorPlanView, validateFloorPlan } from './floor-plan.ts'
import { planArmchairs, planBeds, planSides, type PlanFields } from './floor-plan-fields.ts'

const twinPlan: PlanFields = {
  plan_length_cm: 580,
  plan_width_cm: 420,
  plan_beds: 'singles',
  plan_desk: 'left',
  plan_sofa: '',
  plan_armchairs: '',
  plan_bath: 'left',
  plan_balcony: 'far',
}
const emptyPlan: PlanFields = {
  plan_length_cm: null,
  plan_width_cm: null,
  plan_beds: '',
  plan_desk: '',
  plan_sofa: '',
  plan_armchairs: '',
  plan_bath: '',
  plan_balcony: '',
}

describe('a floor plan', () => {
  test('draws the room to scale with two beds, and states its measures in the digits of the language (DES-21)', () => {
    for (const language of languages) {
      const plan = toFloorPlanView(twinPlan, translatorFor(language))!
      assert.ok(plan.drawing.includes("<rect x='0' y='0' width='420' height='580'/>"))
      assert.equal(plan.drawing.match(/data-part='bed'/g)!.length, 2)
      const lengthText = { en: '5.8 m', bn: '৫.৮ মিটার' }[language]
      assert.ok(plan.drawing.includes(`>${lengthText}<`), plan.drawing)
      assert.ok(plan.text.includes({ en: '5.8 m long', bn: '৫.৮ মিটার' }[language]), plan.text)
      const visibleText = plan.drawing.replaceAll(/<[^>]*>/g, ' ') + plan.text
      if (language === 'bn') assert.doesNotMatch(visibleText, /[A-Za-z0-9]/)
      const { drawing } = toFloorPlanView({ ...twinPlan, plan_balcony: '' }, translatorFor(language))!
      assert.ok(drawing.includes({ en: '>Window<', bn: '>জানালা<' }[language]), drawing)
    }
  })

  test('describes the furniture for readers who do not see the drawing (DES-21)', () => {
    const { text } = toFloorPlanView(twinPlan, translatorFor('en'))!
    assert.equal(
      text,
      'The room is 5.8 m long and 4.2 m wide. Seen from the door: two single beds on the right, the desk on the left, the bathroom on the left beside the door, the balcony opposite. Drawn to scale from the measurements of this room type.',
    )
    const sofaPlan = toFloorPlanView({ ...twinPlan, plan_balcony: '', plan_sofa: 'far' }, translatorFor('en'))!
    assert.ok(sofaPlan.text.includes('the desk on the left, the sofa opposite, the bathroom'), sofaPlan.text)
    assert.ok(sofaPlan.drawing.includes("<g data-part='sofa'><rect x='120' y='0' width='200' height='85'/>"))
  })

  test('places the beds between the window and the desk, as in the pictures (DES-83)', () => {
    const plan: PlanFields = { ...twinPlan, plan_beds: 'double_single', plan_width_cm: 540, plan_balcony: '' }
    const view = toFloorPlanView({ ...plan, plan_armchairs: 'one' }, translatorFor('en'))!
    assert.ok(
      view.text.includes(
        'one double and one single bed opposite, the window on the right, an armchair at the window, the desk on the left',
      ),
      view.text,
    )
    assert.ok(view.drawing.includes("<g data-part='glass'><path d='M540 95V370'/></g>"), view.drawing)
    const beds = readBoxes(view.drawing, 'bed')
    assert.deepEqual(beds, [
      { x: 115, y: 0, width: 100, height: 200 },
      { x: 265, y: 0, width: 160, height: 200 },
    ])
    assert.deepEqual(readBoxes(view.drawing, 'desk'), [{ x: 0, y: 210, width: 60, height: 140 }])
    assert.deepEqual(readBoxes(view.drawing, 'armchair'), [{ x: 450, y: 275, width: 70, height: 70 }])
    const mirrored = toFloorPlanView({ ...plan, plan_desk: 'right', plan_sofa: 'left' }, translatorFor('en'))!
    assert.deepEqual(readBoxes(mirrored.drawing, 'bed')[0], { x: 115, y: 0, width: 160, height: 200 })
    assert.deepEqual(readBoxes(mirrored.drawing, 'sofa'), [{ x: 0, y: 210, width: 85, height: 200 }])
  })

  test('is absent without measures (DES-21)', () => {
    assert.equal(toFloorPlanView(emptyPlan, translatorFor('en')), null)
    assert.deepEqual(validateFloorPlan({ ...emptyPlan, size_sqm: 20 }), {})
  })

  test('keeps all furniture inside the walls, and no two pieces overlap (DES-21)', () => {
    const drawnSofaSides = new Set<string>()
    const drawnArmchairs = new Set<string>()
    const furniture = planSides.flatMap((desk) =>
      planSides.flatMap((sofa) => planArmchairs.map((armchairs) => [desk, sofa, armchairs] as const)),
    )
    for (const beds of planBeds) {
      for (const [desk, sofa, armchairs] of furniture) {
        for (const bath of ['', 'left', 'right'] as const) {
          for (const balcony of planSides) {
            const plan = {
              ...twinPlan,
              plan_length_cm: 900,
              plan_width_cm: 500,
              plan_beds: beds,
              plan_desk: desk,
              plan_sofa: sofa,
              plan_armchairs: armchairs,
              plan_bath: bath,
              plan_balcony: balcony,
            }
            if (!beds || Object.keys(validateFloorPlan(plan)).length > 0) continue
            drawnSofaSides.add(sofa)
            drawnArmchairs.add(armchairs)
            const boxes = readBoxes(toFloorPlanView(plan, translatorFor('en'))!.drawing)
            for (const box of boxes) {
              assert.ok(
                box.x >= 0 && box.y >= 0 && box.x + box.width <= 500 && box.y + box.height <= 900,
                JSON.stringify({ plan, box }),
              )
              for (const otherBox of boxes)
                assert.ok(box === otherBox || !doOverlap(box, otherBox), JSON.stringify({ plan, box, other: otherBox }))
            }
          }
        }
      }
    }
    assert.deepEqual([...drawnSofaSides].sort(), [...planSides].sort())
    assert.deepEqual([...drawnArmchairs].sort(), [...planArmchairs].sort())
  })

  test('is rejected with incomplete or inconsistent measures, or without space or a wall for the beds (DES-22)', () => {
    const listErrors = (changes: Partial<PlanFields & { size_sqm: number }>) =>
      validateFloorPlan({ ...twinPlan, size_sqm: 24, ...changes })
    assert.deepEqual(listErrors({}), {})
    assert.deepEqual(listErrors({ plan_length_cm: null, plan_beds: '' }), {
      plan_length_cm: [{ key: 'error.required' }],
      plan_beds: [{ key: 'error.required' }],
    })
    assert.deepEqual(listErrors({ size_sqm: 60 }), {
      plan_width_cm: [{ key: 'error.plan_area', values: { area: 24, size: 60 } }],
    })
    assert.deepEqual(Object.keys(listErrors({ plan_length_cm: 400, size_sqm: 17, plan_beds: 'triple' })), [
      'plan_length_cm',
    ])
    assert.deepEqual(Object.keys(listErrors({ plan_width_cm: 300, size_sqm: 17 })), ['plan_width_cm'])
    assert.deepEqual(listErrors({ plan_balcony: 'right' }), {}, 'beds between the desk and the balcony')
    assert.deepEqual(listErrors({ plan_balcony: 'right', plan_sofa: 'far' }), {
      plan_balcony: [{ key: 'error.plan_walls' }],
    })
    assert.deepEqual(listErrors({ plan_balcony: '', plan_sofa: 'far' }), {})
    const sofaError = { plan_sofa: [{ key: 'error.plan_sofa' }] }
    assert.deepEqual(listErrors({ plan_sofa: 'far' }), sofaError, 'in front of the balcony')
    assert.deepEqual(listErrors({ plan_sofa: 'right' }), sofaError, 'at the wall of the beds')
    assert.deepEqual(listErrors({ plan_armchairs: 'two', plan_desk: 'far', plan_balcony: '' }), {
      plan_armchairs: [{ key: 'error.plan_armchairs' }],
    })
    assert.deepEqual(listErrors({ plan_sofa: 'left', size_sqm: 20, plan_length_cm: 500 }), sofaError, 'at the bathroom')
  })
})

/** The outer boxes of beds, desk, sofa, armchairs and bathroom, or of one kind of them. */
const readBoxes = (drawing: string, parts = 'bed|desk|sofa|armchair|bath') =>
  [
    ...drawing.matchAll(
      new RegExp(
        `<g data-part='(?:${parts})'><rect x='(-?[\\d.]+)' y='(-?[\\d.]+)' width='([\\d.]+)' height='([\\d.]+)'`,
        'g',
      ),
    ),
  ].map(([, x, y, width, height]) => ({ x: Number(x), y: Number(y), width: Number(width), height: Number(height) }))
type Box = ReturnType<typeof readBoxes>[number]
const doOverlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
