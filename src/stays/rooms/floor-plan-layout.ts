import { planArmchairs, type PlanBeds, type PlanFields, type PlanSide } from './floor-plan-fields.ts'

/* Where the walls, openings and furniture of a floor plan are. The upper left corner of the room is at 0, 0. */

export type Wall = Exclude<PlanSide, ''>

/** A plan with measures and beds, in centimetres. The door is in the lower wall, and `far` is the upper wall. */
export interface FloorPlan extends Omit<PlanFields, 'plan_beds'> {
  plan_length_cm: number
  plan_width_cm: number
  plan_beds: Exclude<PlanBeds, ''>
}

export const isComplete = (plan: Partial<PlanFields>): plan is FloorPlan =>
  Boolean(plan.plan_length_cm && plan.plan_width_cm && plan.plan_beds)

export interface Box {
  x: number
  y: number
  width: number
  height: number
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
export const DOOR_WIDTH_CM = 90
export const BALCONY_DEPTH_CM = 110
/** The space for a bedside table, and the distance of furniture from the far wall. */
export const GAP_CM = 50
const PASSAGE_WIDTH_CM = 70

/** The wall with the window or the balcony. Without a balcony, the window is opposite a desk at a side wall. */
export function findWindowWall(plan: FloorPlan): Wall {
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
export function findBedWall(plan: FloorPlan): Wall | undefined {
  if (hasBedsAtFarWall(plan)) return 'far'
  const { plan_desk, plan_bath, plan_balcony } = plan
  const sides = plan_bath === 'left' ? (['right', 'left'] as const) : (['left', 'right'] as const)
  return sides.find((side) => side !== plan_desk && side !== plan_balcony)
}

export function placeBeds(plan: FloorPlan) {
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

export function placeBath(plan: FloorPlan) {
  const { plan_bath, plan_length_cm, plan_width_cm } = plan
  if (!plan_bath) return null
  const { width, height } = getBathSize(plan)
  return { x: plan_bath === 'left' ? 0 : plan_width_cm - width, y: plan_length_cm - height, width, height }
}

/** A desk at a side wall is at the end of the window wall, or past the feet of beds at the far wall. */
export function placeDesk({ plan_desk, plan_width_cm }: FloorPlan, bedWall: Wall) {
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
export function placeSofa(
  { plan_sofa, plan_desk, plan_width_cm }: FloorPlan,
  bedWall: Wall,
): (Box & { back: Box }) | null {
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
export function hasSpaceForSofa(plan: FloorPlan): boolean {
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
export function placeArmchairs(plan: FloorPlan): Box[] {
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
export function hasSpaceForArmchairs(plan: FloorPlan): boolean {
  const sofa = placeSofa(plan, placeBeds(plan).wall)
  const otherBoxes = [...listFixedBoxes(plan), sofa].filter((box) => box !== null)
  return placeArmchairs(plan).every(
    (armchair) =>
      armchair.x >= 0 &&
      armchair.x + armchair.width <= plan.plan_width_cm &&
      otherBoxes.every((box) => !doOverlap(armchair, box)),
  )
}

/** Returns where the window in a side wall starts and ends. It ends before a bathroom at its wall. */
export function placeSideWindow(plan: FloorPlan): { start: number; end: number } {
  const bathLength = plan.plan_bath === findWindowWall(plan) ? getBathSize(plan).height : 0
  return { start: WINDOW_CM.start, end: Math.min(WINDOW_CM.end, plan.plan_length_cm - bathLength - 20) }
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
  return [...beds, bath, desk && addChairSpace(desk), door].filter((box) => box !== null)
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

export const placeDoor = ({ plan_bath, plan_width_cm }: FloorPlan): number =>
  plan_bath === 'right' ? GAP_CM : plan_width_cm - GAP_CM - DOOR_WIDTH_CM
