import { join, resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { connectGateways, simulateGateway } from '#money/payments/registry.ts'
import type { Gateways } from '#money/payments/store.ts'
import type { Context } from '#platform/context.ts'
import type { Settings } from './settings.ts'

/**
 * Returns whether guests can pay on the site. `simulated`: no money moves, because the gateway is a test gateway or, in a
 * demo without one, simulated.
 */
export function getOnlinePaymentMode(settings: Settings, isDemo: boolean): 'off' | 'simulated' | 'live' {
  const [connection] = connectGateways(settings)
  if (!connection) return isDemo ? 'simulated' : 'off'
  return connection.isLive ? 'live' : 'simulated'
}

/** Returns the configured payment gateways. A demo without one gets a simulated gateway. */
export async function createGateways(
  app: FastifyInstance,
  { onlinePayments, publicUrl, clock }: Context,
  settings: Settings,
): Promise<Gateways> {
  if (onlinePayments === 'off') return []
  const connections = connectGateways(settings)
  if (connections.length > 0) return connections.map(({ gateway }) => gateway)
  const file = join(resolve(settings.DATA_DIR), 'demo-gateway.json')
  return [await simulateGateway(app, { file, publicUrl, clock })]
}

/** Returns the origins to which a page's form may lead for payment: those of the gateways, or that of the simulator. */
export function listPaymentOrigins(
  { onlinePayments, publicUrl }: Pick<Context, 'onlinePayments' | 'publicUrl'>,
  settings: Settings,
): string[] {
  if (onlinePayments === 'off') return []
  const origins = connectGateways(settings).map(({ pageOrigin }) => pageOrigin)
  return origins.length > 0 ? origins : [new URL(publicUrl).origin]
}
