import { z } from 'zod'
import type { GatewayAdapter } from '../gateway.ts'
import { identity, createSslcommerz } from './sslcommerz.ts'

const urlByMode = new Map([
  ['live', 'https://securepay.sslcommerz.com'],
  ['sandbox', 'https://sandbox.sslcommerz.com'],
])
/**
 * Returns whether a text is an allowed gateway URL. The store's password is sent there, so HTTP is only allowed on this
 * machine.
 */
const isGatewayUrl = (text: string) => {
  const { protocol, hostname = '' } = URL.parse(text) ?? {}
  const isOnThisMachine = protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  return urlByMode.has(text) || protocol === 'https:' || isOnThisMachine
}

const settings = {
  SSLCOMMERZ_STORE_ID: z
    .string()
    .regex(/^[\w.-]{1,30}$/, 'must be a store ID of at most 30 letters and digits')
    .optional()
    .describe('The SSLCommerz store that receives payments of guests'),
  SSLCOMMERZ_STORE_PASSWORD: z.string().min(1).max(100).optional().describe('The password of the SSLCommerz store'),
  SSLCOMMERZ_URL: z
    .string()
    .refine(isGatewayUrl, 'must be live, sandbox, an address that begins with https://, or an address on this machine')
    .default('live')
    .describe('The payment gateway: `live`, `sandbox`, or the address of a simulator'),
}

export const sslcommerzAdapter = {
  ...identity,
  settings,
  requiredTogether: ['SSLCOMMERZ_STORE_ID', 'SSLCOMMERZ_STORE_PASSWORD'],

  connect({ SSLCOMMERZ_STORE_ID: storeId, SSLCOMMERZ_STORE_PASSWORD: password, SSLCOMMERZ_URL: urlOrMode }) {
    if (storeId === undefined) return null
    const url = urlByMode.get(urlOrMode) ?? urlOrMode
    const { hostname, origin } = new URL(url)
    return {
      gateway: createSslcommerz({ url, storeId, password: password!, fetch }),
      isLive: urlOrMode === 'live',
      pageOrigin: hostname.endsWith('.sslcommerz.com') ? 'https://*.sslcommerz.com' : origin,
    }
  },

  async simulate(app, options) {
    const { mountSimulator } = await import('../../gateway-simulator/mount.ts')
    return createSslcommerz((await mountSimulator(app, options)).store)
  },
} satisfies GatewayAdapter<typeof settings>
