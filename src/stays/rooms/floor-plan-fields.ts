import { bedSetups } from './bed-setups.ts'

/** The values of the floor plan fields. Sides are seen from the door; `far` is opposite the door. */
export const planBeds = ['', 'single', ...bedSetups] as const
export const planSides = ['', 'left', 'right', 'far'] as const
export const planBathSides = ['', 'left', 'right'] as const
export const planArmchairs = ['', 'one', 'two'] as const

export type PlanBeds = (typeof planBeds)[number]
export type PlanArmchairs = (typeof planArmchairs)[number]
export type PlanBathSide = (typeof planBathSides)[number]
export type PlanSide = (typeof planSides)[number]

export interface PlanFields {
  plan_length_cm: number | null
  plan_width_cm: number | null
  plan_beds: PlanBeds
  plan_desk: PlanSide
  plan_sofa: PlanSide
  plan_armchairs: PlanArmchairs
  plan_bath: PlanBathSide
  plan_balcony: PlanSide
}

export const readPlanFields = (room: Record<keyof PlanFields, string | number | null>): PlanFields => ({
  plan_length_cm: room.plan_length_cm as number | null,
  plan_width_cm: room.plan_width_cm as number | null,
  plan_beds: planBeds.find((beds) => beds === room.plan_beds) ?? '',
  plan_desk: planSides.find((side) => side === room.plan_desk) ?? '',
  plan_sofa: planSides.find((side) => side === room.plan_sofa) ?? '',
  plan_armchairs: planArmchairs.find((armchairs) => armchairs === room.plan_armchairs) ?? '',
  plan_bath: planBathSides.find((side) => side === room.plan_bath) ?? '',
  plan_balcony: planSides.find((side) => side === room.plan_balcony) ?? '',
})
