import type { z } from 'zod'
import type { GatewayConnection } from './gateway.ts'
import { sslcommerzAdapter } from './sslcommerz/adapter.ts'

/** The payment gateways that the app supports. The first that is configured takes new payments. */
export const gatewayAdapters = [sslcommerzAdapter] as const

/** The gateway that a demo without settings simulates. */
export const simulateGateway = sslcommerzAdapter.simulate

type Merged<Shapes> = (Shapes extends unknown ? (shapes: Shapes) => void : never) extends (shapes: infer All) => void
  ? All
  : never
type GatewayFields = Merged<(typeof gatewayAdapters)[number]['settings']>

export const gatewaySettings = Object.assign({}, ...gatewayAdapters.map(({ settings }) => settings)) as GatewayFields

export const connectGateways = (settings: z.output<z.ZodObject<GatewayFields>>): GatewayConnection[] =>
  gatewayAdapters.flatMap((adapter) => adapter.connect(settings) ?? [])
