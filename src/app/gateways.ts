import { join, resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { mountSimulator } from '#money/gateway-simulator/mount.ts'
import { manualGateway } from '#money/payments/manual-gateway.ts'
import { sslcommerz } from '#money/payments/sslcommerz/sslcommerz.ts'
import type { Gateways } from '#money/payments/store.ts'
import type { Context } from '#platform/context.ts'
import { paymentStore, type Settings } from '#platform/settings.ts'

/**
 * Returns the payment gateways: payment at the property and the configured online store. A demo without a store gets a
 * simulated gateway.
 */
export async function createGateways(
  app: FastifyInstance,
  { paidOnline, publicUrl, clock }: Context,
  settings: Settings,
): Promise<Gateways> {
  const store = paymentStore(settings)
  if (paidOnline === 'no') return { house: manualGateway }
  if (store) return { house: manualGateway, sslcommerz: sslcommerz({ ...store, fetch }) }
  const file = join(resolve(settings.DATA_DIR), 'demo-gateway.json')
  const simulator = await mountSimulator(app, { file, publicUrl, clock })
  return { house: manualGateway, sslcommerz: sslcommerz(simulator.store) }
}

/**
 * Returns the origins to which a page's form may lead for payment: the gateway's hosts, or the host of the simulator.
 */
export function listPaymentOrigins(
  { paidOnline, publicUrl }: Pick<Context, 'paidOnline' | 'publicUrl'>,
  settings: Settings,
): string[] {
  if (paidOnline === 'no') return []
  const { hostname, origin } = new URL(paymentStore(settings)?.url ?? publicUrl)
  return [hostname.endsWith('.sslcommerz.com') ? 'https://*.sslcommerz.com' : origin]
}
