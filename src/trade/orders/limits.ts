/* The limits of orders. Runs in browsers too. */

export const orderLimits = { shipments: 40, documents: 20, comment: 1_000 } as const

export const shipmentKinds = ['sample', 'bulk'] as const
export type ShipmentKind = (typeof shipmentKinds)[number]

export const decisions = ['approved', 'rejected'] as const
export type Decision = (typeof decisions)[number]

/** The views of the list of orders. Delivered and cancelled orders are done. */
export const orderViews = ['open', 'done', 'all'] as const
export type OrderView = (typeof orderViews)[number]
