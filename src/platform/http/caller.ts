import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'

/** Identifies callers by their network address. */
export interface Callers {
  /** Returns the caller's address. Behind trusted proxies, this is the address that the outermost proxy saw. */
  addressOf(request: IncomingMessage): string
  /** Checks whether the address is a trusted proxy, whose connections belong to many callers. */
  isProxy(address: string): boolean
}

/**
 * Creates the `Callers` of a server. `trustedProxies` is the value of TRUST_PROXY: addresses, networks or their common
 * names.
 */
export function trustProxies(trustedProxies = ''): Callers {
  const isProxy = createNetworkCheck(trustedProxies)

  return {
    isProxy,
    /**
     * Each proxy appends the address it saw. Entries before the first untrusted address can be forged, so they are
     * ignored.
     */
    addressOf(request) {
      let address = normalizeAddress(request.socket.remoteAddress ?? '')
      if (!isProxy(address)) return address
      const forwardedAddresses = String(request.headers['x-forwarded-for'] ?? '')
        .slice(-MAX_FORWARDED_LENGTH)
        .split(',')
      while (forwardedAddresses.length > 0 && isProxy(address)) {
        const forwardedAddress = parseForwardedAddress(forwardedAddresses.pop()!.trim())
        if (forwardedAddress === undefined) break
        address = forwardedAddress
      }
      return address
    },
  }
}

/**
 * Returns a check for addresses in the given networks: addresses, networks or their common names. Also matches IPv4
 * addresses mapped to IPv6.
 */
export function createNetworkCheck(names: string): (address: string) => boolean {
  const networkList = new BlockList()
  for (const network of names
    .split(',')
    .flatMap((name) => commonNetworks[name.trim()] ?? [name.trim()])
    .filter(Boolean)) {
    const [address, bits] = network.split('/') as [string, string?]
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    networkList.addSubnet(address, bits ? Number(bits) : family === 'ipv6' ? 128 : 32, family)
  }
  return (address) => isIP(address) !== 0 && networkList.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
}

const MAX_FORWARDED_LENGTH = 1_000
const MAX_ADDRESS_LENGTH = 60

const commonNetworks: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Parses a forwarded address. Some proxies append the port, and some write IPv6 addresses in brackets. */
function parseForwardedAddress(text: string): string | undefined {
  if (text.length > MAX_ADDRESS_LENGTH) return undefined
  const bareAddress = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text
  const address = normalizeAddress(bareAddress)
  return isIP(address) ? address : undefined
}

/**
 * Returns the key of a caller for limits. A caller with an IPv6 address has all 2⁶⁴ addresses of its network, so they
 * share one key.
 */
export const getCallerKey = (address: string): string => getNetwork(address, 64)

/**
 * Returns the networks of an address in typical allocation sizes: 256 addresses for IPv4; a household's and a company's
 * range for IPv6.
 */
export function getNetworks(address: string): string[] {
  const normalizedAddress = normalizeAddress(address)
  if (isIPv4(normalizedAddress)) return [`${normalizedAddress.slice(0, normalizedAddress.lastIndexOf('.'))}.0/24`]
  return isIPv6(normalizedAddress)
    ? [56, 48].map((bits) => `${getNetwork(normalizedAddress, bits)}::/${bits}`)
    : [normalizedAddress]
}

/** Returns the network of an IPv6 address with this prefix length. An IPv4 address is returned unchanged. */
function getNetwork(address: string, bits: number): string {
  const normalizedAddress = normalizeAddress(address)
  if (!isIPv6(normalizedAddress)) return normalizedAddress
  const groups = parseGroups(normalizedAddress).slice(0, Math.ceil(bits / 16))
  if (bits % 16 !== 0) groups.push(groups.pop()! & (0xffff << (16 - (bits % 16))))
  return groups.map((group) => group.toString(16)).join(':')
}

function parseGroups(address: string): number[] {
  const [head, tail] = address.split('::').map((part) => part.split(':').filter(Boolean))
  const groups = tail ? [...head!, ...Array<string>(8 - head!.length - tail.length).fill('0'), ...tail] : head!
  return groups.map((group) => parseInt(group, 16))
}

/** Unwraps IPv4 addresses mapped to IPv6, and removes the zone from link-local addresses. */
function normalizeAddress(address: string): string {
  if (!address.includes(':')) return address
  const mappedAddress = /^(?:0*:){2,6}ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1]
  const plainAddress = mappedAddress ?? address.split('%')[0]!
  if (!isIPv6(plainAddress) || plainAddress.includes('.')) return plainAddress
  const groups = parseGroups(plainAddress)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  return isMapped
    ? groups
        .slice(6)
        .flatMap((group) => [group >> 8, group & 255])
        .join('.')
    : plainAddress
}
