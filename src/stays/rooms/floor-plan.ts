import type { FieldMessages } from '#platform/errors.ts'
import type { ServerTranslator } from '#locales/translator.ts'
import { planArmchairs, type PlanBeds, type PlanFields, type PlanSide } from './floor-plan-fields.ts'

type BedWall = Exclude<PlanSide, ''>
type WindowWall = BedWall

/** A plan with measures and beds, in centimetres. The door is in the lower wall, and `far` is the upper wall. */
interface FloorPlan extends Omit<PlanFields, 'plan_beds'> {
  plan_length_cm: number
  plan_width_cm: number
  plan_beds: Exclude<PlanBeds, ''>
}

const isComplete = (plan: Partial<PlanFields>): plan is FloorPlan =>
  Boolean(plan.plan_length_cm && plan.plan_width_cm && plan.plan_beds)

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
export function presentFloorPlan(plan: PlanFields, translator: ServerTranslator) {
  if (!isComplete(plan)) return null
  const { plan_length_cm: length_cm, plan_width_cm: width_cm } = plan
  return { length_cm, width_cm, drawing: drawPlan(plan, translator), text: describePlan(plan, translator) }
}

const BED_LENGTH_CM = 200
const BED_WIDTHS_CM = {
  single: [100],
  double: [160],
  singles: [100, 100],
  double_single: [160, 100],
  doubles: [160, 160],
  triple: [100, 100, 100],
} as const
const DESK_SIZE_CM = { depth: 60, width: 140 }
const SOFA_SIZE_CM = { depth: 85, width: 200 }
const SOFA_BACK_CM = 20
const CHAIR_SPACE_CM = 60
const ARMCHAIR_CM = 70
const ARMCHAIR_STEP_CM = 115
/** The window in a side wall, from the far wall. */
const WINDOW_CM = { start: 95, end: 370 }
/** Where furniture of the side walls begins if the beds stand at the far wall. */
const PAST_BEDS_CM = BED_LENGTH_CM + 10
const DOOR_WIDTH_CM = 90
const BALCONY_DEPTH_CM = 110
/** The space for a bedside table, and the distance of furniture from the far wall. */
const GAP_CM = 50
const PASSAGE_WIDTH_CM = 70

/** The wall with the window or the balcony. Without a balcony, the window is opposite a desk at a side wall. */
function findWindowWall(plan: FloorPlan): WindowWall {
  if (plan.plan_balcony) return plan.plan_balcony
  if (!hasBedsAtFarWall(plan)) return 'far'
  return plan.plan_desk === 'left' ? 'right' : 'left'
}

/**
 * Whether the beds stand opposite the door, between the window and a desk at a side wall. The far wall must be free and
 * wide enough.
 */
function hasBedsAtFarWall({ plan_desk, plan_sofa, plan_balcony, ...plan }: FloorPlan): boolean {
  if (!plan_desk || [plan_desk, plan_sofa, plan_balcony].includes('far') || plan_balcony === plan_desk) return false
  const bathLength = plan.plan_bath === plan_desk ? getBathSize(plan).height : DOOR_WIDTH_CM
  return (
    plan.plan_width_cm >= measureBedRow(plan) && plan.plan_length_cm >= PAST_BEDS_CM + DESK_SIZE_CM.width + bathLength
  )
}

/** The widths of the beds with the gaps between and beside them. */
const measureBedRow = ({ plan_beds }: Pick<FloorPlan, 'plan_beds'>): number =>
  BED_WIDTHS_CM[plan_beds].reduce<number>((sum, width) => sum + width + GAP_CM, GAP_CM)

/**
 * The wall of the headboards: the far wall, or a side wall without the desk or the balcony and, if possible, without the
 * bathroom.
 */
function findBedWall(plan: FloorPlan): BedWall | undefined {
  if (hasBedsAtFarWall(plan)) return 'far'
  const { plan_desk, plan_bath, plan_balcony } = plan
  const sides = plan_bath === 'left' ? (['right', 'left'] as const) : (['left', 'right'] as const)
  return sides.find((side) => side !== plan_desk && side !== plan_balcony)
}

function placeBeds(plan: FloorPlan) {
  const wall = findBedWall(plan) ?? 'left'
  const bath = placeBath(plan)
  const depth = measureBedRow(plan)
  /** The length of the wall that the bathroom or the door takes. */
  const takenLength = bath && plan.plan_bath === wall ? bath.height : DOOR_WIDTH_CM + GAP_CM
  const hasDeskOpposite = plan.plan_desk !== '' && plan.plan_desk !== 'far'
  const start = Math.max(0, (plan.plan_length_cm - takenLength - depth) / 2) + GAP_CM
  /** The widest bed is beside the window. */
  const widths =
    findWindowWall(plan) === 'right' ? BED_WIDTHS_CM[plan.plan_beds].toReversed() : BED_WIDTHS_CM[plan.plan_beds]
  const beds = widths.map((width, index) => {
    const offset = widths.slice(0, index).reduce<number>((sum, other) => sum + other + GAP_CM, 0)
    return wall === 'far'
      ? { x: Math.round((plan.plan_width_cm - depth) / 2) + GAP_CM + offset, y: 0, width, height: BED_LENGTH_CM }
      : {
          x: wall === 'left' ? 0 : plan.plan_width_cm - BED_LENGTH_CM,
          y: Math.round(start + offset),
          width: BED_LENGTH_CM,
          height: width,
        }
  })
  if (wall === 'far') return { wall, beds, neededLength: 0, neededWidth: 0 }
  return {
    wall,
    beds,
    neededLength: depth + takenLength,
    neededWidth: BED_LENGTH_CM + PASSAGE_WIDTH_CM + (hasDeskOpposite ? DESK_SIZE_CM.depth : 0),
  }
}

const getBathSize = ({ plan_length_cm, plan_width_cm }: Pick<FloorPlan, 'plan_length_cm' | 'plan_width_cm'>) => ({
  width: Math.min(220, Math.round(plan_width_cm * 0.45)),
  height: Math.min(200, Math.round(plan_length_cm * 0.4)),
})

function placeBath(plan: FloorPlan) {
  const { plan_bath, plan_length_cm, plan_width_cm } = plan
  if (!plan_bath) return null
  const { width, height } = getBathSize(plan)
  return { x: plan_bath === 'left' ? 0 : plan_width_cm - width, y: plan_length_cm - height, width, height }
}

/** A desk at a side wall is at the end of the window wall, or past the feet of beds at the far wall. */
function placeDesk({ plan_desk, plan_width_cm }: FloorPlan, bedWall: BedWall) {
  if (!plan_desk) return null
  const { depth, width } = DESK_SIZE_CM
  if (plan_desk === 'far')
    return {
      x: bedWall === 'left' ? plan_width_cm - width - GAP_CM : GAP_CM,
      y: 0,
      width,
      height: depth,
      chair: [width / 2, depth + 30],
    }
  const isLeft = plan_desk === 'left'
  return {
    x: isLeft ? 0 : plan_width_cm - depth,
    y: bedWall === 'far' ? PAST_BEDS_CM : GAP_CM,
    width: depth,
    height: width,
    chair: [isLeft ? depth + 30 : -30, width / 2],
  }
}

/**
 * Returns the box of the sofa. At the far wall it is centred unless the desk needs the space. At a side wall it stands
 * past the feet of beds at the far wall, and past the desk.
 */
function placeSofa({ plan_sofa, plan_desk, plan_width_cm }: FloorPlan, bedWall: BedWall): (Box & { back: Box }) | null {
  if (!plan_sofa) return null
  const { depth, width } = SOFA_SIZE_CM
  if (plan_sofa === 'far') {
    const middle = Math.round((plan_width_cm - width) / 2)
    const deskSpace = DESK_SIZE_CM.depth + CHAIR_SPACE_CM
    const x = {
      '': middle,
      left: Math.max(middle, deskSpace),
      right: Math.min(middle, plan_width_cm - deskSpace - width),
      far: bedWall === 'left' ? GAP_CM : plan_width_cm - GAP_CM - width,
    }[plan_desk]
    const sofa = { x, y: 0, width, height: depth }
    return { ...sofa, back: { ...sofa, height: SOFA_BACK_CM } }
  }
  const isLeft = plan_sofa === 'left'
  const deskLength = plan_desk === plan_sofa ? DESK_SIZE_CM.width + GAP_CM : 0
  const y = (bedWall === 'far' ? PAST_BEDS_CM : GAP_CM) + deskLength
  const sofa = { x: isLeft ? 0 : plan_width_cm - depth, y, width: depth, height: width }
  return { ...sofa, back: { ...sofa, x: isLeft ? 0 : plan_width_cm - SOFA_BACK_CM, width: SOFA_BACK_CM } }
}

/** Whether the sofa is inside the walls, not in front of a balcony, and apart from the other furniture and the door. */
function hasSpaceForSofa(plan: FloorPlan): boolean {
  const { plan_sofa, plan_balcony, plan_width_cm } = plan
  const sofa = placeSofa(plan, placeBeds(plan).wall)
  if (!sofa) return true
  if (plan_sofa === plan_balcony || sofa.x < 0 || sofa.x + sofa.width > plan_width_cm) return false
  return listFixedBoxes(plan).every((box) => !doOverlap(sofa, box))
}

/**
 * Returns the boxes of the armchairs. They stand in front of the window, or in front of a sofa there. At the far wall,
 * they stand in the corner without beds.
 */
function placeArmchairs(plan: FloorPlan): Box[] {
  const { plan_armchairs, plan_sofa, plan_width_cm } = plan
  const count = planArmchairs.indexOf(plan_armchairs)
  const windowWall = findWindowWall(plan)
  const isAcrossSofa = plan_sofa === windowWall
  const distance = isAcrossSofa ? SOFA_SIZE_CM.depth + 75 : 20
  const size = { width: ARMCHAIR_CM, height: ARMCHAIR_CM }
  return Array.from({ length: count }, (_, index) => {
    const along = index * ARMCHAIR_STEP_CM
    if (windowWall === 'far') {
      const isBedLeft = findBedWall(plan) === 'left'
      const x = isBedLeft ? plan_width_cm - GAP_CM - ARMCHAIR_CM - along : GAP_CM + along
      return { ...size, x, y: distance }
    }
    const x = windowWall === 'left' ? distance : plan_width_cm - distance - ARMCHAIR_CM
    const middle = PAST_BEDS_CM + SOFA_SIZE_CM.width / 2
    return { ...size, x, y: middle - ARMCHAIR_CM / 2 - ((count - 1) / 2) * ARMCHAIR_STEP_CM + along }
  })
}

/** Whether the armchairs are apart from the other furniture and the door. */
function hasSpaceForArmchairs(plan: FloorPlan): boolean {
  const sofa = placeSofa(plan, placeBeds(plan).wall)
  const otherBoxes = [...listFixedBoxes(plan), ...(sofa ? [sofa] : [])]
  return placeArmchairs(plan).every(
    (armchair) =>
      armchair.x >= 0 &&
      armchair.x + armchair.width <= plan.plan_width_cm &&
      otherBoxes.every((box) => !doOverlap(armchair, box)),
  )
}

/** The boxes of the beds, the bathroom, the desk with its chair, and the door. */
function listFixedBoxes(plan: FloorPlan): Box[] {
  const { wall, beds } = placeBeds(plan)
  const [bath, desk] = [placeBath(plan), placeDesk(plan, wall)]
  const door = {
    x: placeDoor(plan),
    y: plan.plan_length_cm - DOOR_WIDTH_CM,
    width: DOOR_WIDTH_CM,
    height: DOOR_WIDTH_CM,
  }
  return [...beds, ...(bath ? [bath] : []), ...(desk ? [addChairSpace(desk)] : []), door]
}

/** The box of the desk with the space of its chair. */
const addChairSpace = ({ x, y, width, height, chair: [chairX, chairY] }: Box & { chair: number[] }): Box => ({
  x: chairX! < 0 ? x - CHAIR_SPACE_CM : x,
  y,
  width: chairX! < 0 || chairX! > width ? width + CHAIR_SPACE_CM : width,
  height: chairY! > height ? height + CHAIR_SPACE_CM : height,
})

const doOverlap = (a: Box, b: Box): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

const placeDoor = ({ plan_bath, plan_width_cm }: FloorPlan): number =>
  plan_bath === 'right' ? GAP_CM : plan_width_cm - GAP_CM - DOOR_WIDTH_CM

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

interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** The balcony with its glass door, or a window. */
function drawBalconyOrWindow(plan: FloorPlan, { t }: ServerTranslator): string {
  const { plan_balcony, plan_bath, plan_length_cm: length, plan_width_cm: width } = plan
  const windowWall = findWindowWall(plan)
  if (!plan_balcony && windowWall !== 'far') {
    const bathLength = plan_bath === windowWall ? getBathSize(plan).height : 0
    const [x, labelX] = windowWall === 'left' ? [0, -28] : [width, width + 28]
    const { start } = WINDOW_CM
    const end = Math.min(WINDOW_CM.end, length - bathLength - 20)
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
function drawArmchair({ x, y, width, height }: Box, { plan_sofa }: FloorPlan, windowWall: WindowWall): string {
  const facesRight = (windowWall === 'left') !== (plan_sofa === windowWall)
  const seat =
    windowWall === 'far'
      ? { x: x + 12, y: y + 20, width: 46, height: 50 }
      : { x: facesRight ? x + 20 : x, y: y + 12, width: 50, height: 46 }
  return `<rect x='${x}' y='${y}' width='${width}' height='${height}' rx='16'/>${drawRect(seat)}`
}

function drawPillows({ x, y, width, height }: Box, wall: BedWall): string {
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
