import type { FieldMessages } from '#platform/errors.ts'
import type { ServerTranslator } from '#locales/translator.ts'
import type { PlanFields } from './floor-plan-fields.ts'
import {
  BALCONY_DEPTH_CM,
  DOOR_WIDTH_CM,
  findBedWall,
  findWindowWall,
  GAP_CM,
  hasSpaceForArmchairs,
  hasSpaceForSofa,
  isComplete,
  placeArmchairs,
  placeBath,
  placeBeds,
  placeDesk,
  placeDoor,
  placeSideWindow,
  placeSofa,
  type Box,
  type FloorPlan,
  type Wall,
} from './floor-plan-layout.ts'

/**
 * Validates that the measures are complete and agree with the size of the room, and that the furniture fits. A room
 * without any field of the plan is valid.
 */
export function validateFloorPlan({ size_sqm, ...plan }: Partial<PlanFields & { size_sqm: number }>): FieldMessages {
  if (!Object.entries(plan).some(([name, value]) => name.startsWith('plan_') && value)) return {}
  const missingFields = (['plan_length_cm', 'plan_width_cm', 'plan_beds'] as const).filter((name) => !plan[name])
  if (missingFields.length > 0)
    return Object.fromEntries(missingFields.map((name) => [name, [{ key: 'error.required' }]]))
  if (!isComplete(plan)) return {}
  const areaSqm = Math.round((plan.plan_length_cm * plan.plan_width_cm) / 10_000)
  if (size_sqm && Math.abs(areaSqm - size_sqm) > size_sqm / 4)
    return { plan_width_cm: [{ key: 'error.plan_area', values: { area: areaSqm, size: size_sqm } }] }
  if (!findBedWall(plan)) return { plan_balcony: [{ key: 'error.plan_walls' }] }
  const { neededLength, neededWidth } = placeBeds(plan)
  if (plan.plan_length_cm < neededLength)
    return { plan_length_cm: [{ key: 'error.plan_too_small', values: { cm: neededLength } }] }
  if (plan.plan_width_cm < neededWidth)
    return { plan_width_cm: [{ key: 'error.plan_too_small', values: { cm: neededWidth } }] }
  if (!hasSpaceForSofa(plan)) return { plan_sofa: [{ key: 'error.plan_sofa' }] }
  if (!hasSpaceForArmchairs(plan)) return { plan_armchairs: [{ key: 'error.plan_armchairs' }] }
  return {}
}

/**
 * The floor plan as an SVG element, and as a text. Null if the measures or the beds are missing. The server draws the
 * plan, so that browsers need no code for it.
 */
export function toFloorPlanView(plan: PlanFields, translator: ServerTranslator) {
  if (!isComplete(plan)) return null
  const { plan_length_cm: length_cm, plan_width_cm: width_cm } = plan
  return { length_cm, width_cm, drawing: drawPlan(plan, translator), text: describePlan(plan, translator) }
}

/** Draws the plan. Attributes are in single quotes, because the page also contains the drawing as JSON. */
function drawPlan(plan: FloorPlan, translator: ServerTranslator): string {
  const { plan_length_cm: length, plan_width_cm: width, plan_balcony: balcony } = plan
  const { t } = translator
  const { wall, beds } = placeBeds(plan)
  const [bath, desk, sofa] = [placeBath(plan), placeDesk(plan, wall), placeSofa(plan, wall)]
  const doorX = placeDoor(plan)
  const formatMetres = (cm: number) => t('room.plan_metres', { metres: cm / 100 })
  const windowWall = findWindowWall(plan)
  const measureX = windowWall === 'left' ? width + 60 : -60
  const windowMargin = balcony ? BALCONY_DEPTH_CM + 20 : 50
  const margin = {
    left: windowWall === 'left' ? windowMargin : 110,
    right: windowWall === 'right' ? windowMargin : windowWall === 'left' ? 110 : 20,
    top: windowWall === 'far' ? windowMargin : 20,
    bottom: 110,
  }
  const viewBox = [-margin.left, -margin.top, width + margin.left + margin.right, length + margin.top + margin.bottom]
  return [
    `<svg viewBox='${viewBox.join(' ')}' font-size='28' font-weight='600' text-anchor='middle' dominant-baseline='middle' aria-hidden='true'>`,
    renderGroup('wall', drawRect({ x: 0, y: 0, width, height: length })),
    drawBalconyOrWindow(plan, translator),
    renderGroup(
      'door',
      `<path d='M${doorX} ${length}V${length - DOOR_WIDTH_CM}A${DOOR_WIDTH_CM} ${DOOR_WIDTH_CM} 0 0 1 ${doorX + DOOR_WIDTH_CM} ${length}'/>`,
    ),
    bath &&
      renderGroup(
        'bath',
        drawRect(bath) +
          drawCircle(bath.x + bath.width - 45, bath.y + 45, 25) +
          drawLabel(bath, t('room.plan_bath'), 25),
      ),
    ...beds.map((bed) =>
      renderGroup('bed', drawRect(bed) + drawPillows(bed, wall) + drawLabel(bed, t('room.plan_bed'))),
    ),
    desk &&
      renderGroup(
        'desk',
        drawRect(desk) +
          drawCircle(desk.x + desk.chair[0]!, desk.y + desk.chair[1]!, 22) +
          drawLabel(desk, t('room.plan_desk')),
      ),
    sofa && renderGroup('sofa', drawRect(sofa) + drawRect(sofa.back) + drawLabel(sofa, t('room.plan_sofa'), 12)),
    ...placeArmchairs(plan).map((armchair) => renderGroup('armchair', drawArmchair(armchair, plan, windowWall))),
    renderGroup(
      'measure',
      `<path d='M0 ${length + 55}H${width}M0 ${length + 40}v30M${width} ${length + 40}v30M${measureX} 0V${length}M${measureX - 15} 0h30M${measureX - 15} ${length}h30'/>` +
        renderText(width / 2, length + 98, formatMetres(width)) +
        renderText(measureX - 22, length / 2, formatMetres(length), true),
    ),
    '</svg>',
  ]
    .filter(Boolean)
    .join('')
}

/** The balcony with its glass door, or a window. */
function drawBalconyOrWindow(plan: FloorPlan, { t }: ServerTranslator): string {
  const { plan_balcony, plan_length_cm: length, plan_width_cm: width } = plan
  const windowWall = findWindowWall(plan)
  if (!plan_balcony && windowWall !== 'far') {
    const [x, labelX] = windowWall === 'left' ? [0, -28] : [width, width + 28]
    const { start, end } = placeSideWindow(plan)
    return (
      renderGroup('glass', `<path d='M${x} ${start}V${end}'/>`) +
      renderText(labelX, (start + end) / 2, t('room.plan_window'), true)
    )
  }
  const farSide = { x: 40, width: width - 80 }
  if (!plan_balcony)
    return (
      renderGroup('glass', `<path d='M${farSide.x} 0h${farSide.width}'/>`) +
      renderText(width / 2, -28, t('room.plan_window'))
    )
  const side = { y: GAP_CM, height: Math.round(length / 2) }
  const balconyBox =
    plan_balcony === 'far'
      ? { ...farSide, y: -BALCONY_DEPTH_CM, height: BALCONY_DEPTH_CM }
      : { ...side, x: plan_balcony === 'left' ? -BALCONY_DEPTH_CM : width, width: BALCONY_DEPTH_CM }
  const glassPath =
    plan_balcony === 'far'
      ? `M${farSide.x + 20} 0h${farSide.width - 40}`
      : `M${plan_balcony === 'left' ? 0 : width} ${side.y + 20}v${side.height - 40}`
  return (
    renderGroup('balcony', drawRect(balconyBox) + drawLabel(balconyBox, t('room.plan_balcony'))) +
    renderGroup('glass', `<path d='${glassPath}'/>`)
  )
}

/** An armchair with its back to the window, or opposite a sofa there. */
function drawArmchair({ x, y, width, height }: Box, { plan_sofa }: FloorPlan, windowWall: Wall): string {
  const facesRight = (windowWall === 'left') !== (plan_sofa === windowWall)
  const seat =
    windowWall === 'far'
      ? { x: x + 12, y: y + 20, width: 46, height: 50 }
      : { x: facesRight ? x + 20 : x, y: y + 12, width: 50, height: 46 }
  return `<rect x='${x}' y='${y}' width='${width}' height='${height}' rx='16'/>${drawRect(seat)}`
}

function drawPillows({ x, y, width, height }: Box, wall: Wall): string {
  if (wall === 'far') {
    const pillowCount = width > 120 ? 2 : 1
    const pillowWidth = width / pillowCount
    return Array.from({ length: pillowCount }, (_, index) =>
      drawRect({ x: x + index * pillowWidth + 10, y: y + 10, width: pillowWidth - 20, height: 40 }),
    ).join('')
  }
  const pillow = { x: wall === 'left' ? x + 10 : x + width - 50, width: 40 }
  const pillowCount = height > 120 ? 2 : 1
  const pillowHeight = height / pillowCount
  return Array.from({ length: pillowCount }, (_, index) =>
    drawRect({ ...pillow, y: y + index * pillowHeight + 10, height: pillowHeight - 20 }),
  ).join('')
}

const renderGroup = (part: string, content: string) => `<g data-part='${part}'>${content}</g>`
const drawRect = ({ x, y, width, height }: Box) => `<rect x='${x}' y='${y}' width='${width}' height='${height}'/>`
const drawCircle = (x: number, y: number, radius: number) => `<circle cx='${x}' cy='${y}' r='${radius}'/>`
/** A text in the middle of a box, upright in narrow boxes. */
const drawLabel = ({ x, y, width, height }: Box, content: string, offsetY = 0) =>
  renderText(x + width / 2, y + height / 2 + offsetY, content, height > 1.3 * width)
const renderText = (x: number, y: number, content: string, isUpright = false) =>
  `<text x='${x}' y='${y}'${isUpright ? ` transform='rotate(-90 ${x} ${y})'` : ''}>${content}</text>`

/** The plan in words, for readers who do not see the drawing. */
function describePlan(plan: FloorPlan, { t }: ServerTranslator): string {
  const { wall } = placeBeds(plan)
  const bedsText = t(`room.plan_with_${plan.plan_beds}`)
  const furnitureTexts = [
    t(`room.plan_beds_${wall}`, { beds: bedsText }),
    plan.plan_balcony ? '' : t(`room.plan_window_${findWindowWall(plan)}`),
    plan.plan_armchairs && t(`room.plan_${plan.plan_armchairs}_armchairs`),
    plan.plan_desk && t(`room.plan_desk_${plan.plan_desk}`),
    plan.plan_sofa && t(`room.plan_sofa_${plan.plan_sofa}`),
    plan.plan_bath && t(`room.plan_bath_${plan.plan_bath}`),
    plan.plan_balcony && t(`room.plan_balcony_${plan.plan_balcony}`),
  ].filter(Boolean)
  const measures = { length: plan.plan_length_cm / 100, width: plan.plan_width_cm / 100 }
  return [
    t('room.plan_measures', measures),
    t('room.plan_seen', { parts: furnitureTexts.join(', ') }),
    t('room.plan_scale'),
  ].join(' ')
}
